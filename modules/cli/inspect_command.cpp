#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/inspection/inspect_model.hpp>

#include <cstdio>
#include <string>
#include <utility>

namespace jounce::cli {
namespace {

int refuse(const error& why) {
    std::fprintf(stderr, "jounce inspect: %s\n", why.message.c_str());
    return exit_wrong;
}

} // namespace

int inspect_command(arguments given) {
    std::string file;
    std::string springs;
    bool as_json = false;
    bool as_dot = false;
    const command_line takes = {
        "jounce inspect",
        "Shows the bones, clips and meshes of a glTF or VRM model, which bones are or would be "
        "springs and why, and what is wrong with it.",
        {{"FILE", "a .gltf, .glb or .vrm file", &file}},
        {{"--springs", "F.json", "spring settings to check against the model", text{&springs}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}},
         {"--dot", "", "the bones as a graph for Graphviz", flag{&as_dot}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    if (as_json && as_dot) {
        std::fprintf(stderr, "jounce inspect: --json and --dot exclude each other; see jounce "
                             "inspect --help\n");
        return exit_wrong;
    }
    progress_bar bar("reading");
    result<gltf::model> model = gltf::read_model(file, {.need_all_buffers = false});
    if (!model) {
        bar.wipe();
        return refuse(model.error());
    }
    bar.show("looking", 0, 0);
    const result<inspection::findings> seen = inspection::inspect_model(*std::move(model), springs);
    bar.wipe();
    if (!seen) {
        return refuse(seen.error());
    }
    const std::string text = as_json  ? inspection::inspection_json(*seen) + "\n"
                             : as_dot ? inspection::inspection_dot(*seen)
                                      : inspection::inspection_text(*seen);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

} // namespace jounce::cli

#include <jounce/modules/authoring/suggest_springs.hpp>
#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/json/document.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

namespace jounce::cli {
namespace {

using ordered = nlohmann::ordered_json;

std::vector<std::string> names_of(const gltf::model& in, const std::vector<std::int32_t>& bones) {
    std::vector<std::string> out;
    out.reserve(bones.size());
    for (const std::int32_t bone : bones) {
        out.push_back(in.bones.names[static_cast<std::size_t>(bone)]);
    }
    return out;
}

void print_json(const gltf::model& in, const authoring::suggestion& found, const std::string& out) {
    ordered all = {{"file", in.file.string()},
                   {"out", out},
                   {"chains", ordered::array()},
                   {"notes", found.notes}};
    for (const authoring::suggested_chain& chain : found.chains) {
        all["chains"].push_back({{"bones", names_of(in, chain.bones)},
                                 {"preset", chain.entry.preset},
                                 {"why", chain.why}});
    }
    std::puts(all.dump(-1, ' ', false, ordered::error_handler_t::replace).c_str());
}

void print_text(const gltf::model& in, const authoring::suggestion& found, const std::string& out) {
    for (const authoring::suggested_chain& chain : found.chains) {
        const std::string first = in.bones.names[static_cast<std::size_t>(chain.bones.front())];
        std::printf("%-9s %s", chain.entry.preset.c_str(), json::printable(first).c_str());
        if (chain.bones.size() > 1) {
            std::printf(" and %zu more", chain.bones.size() - 1);
        }
        std::printf(": %s\n", json::printable(chain.why).c_str());
    }
    for (const std::string& note : found.notes) {
        std::printf("note: %s\n", json::printable(note).c_str());
    }
    if (!found.chains.empty()) {
        std::printf("written: %s\n", out.c_str());
    }
}

} // namespace

int suggest_command(arguments given) {
    std::string file;
    std::string out;
    bool as_json = false;
    const command_line takes = {
        "jounce suggest",
        "Finds chains of bones that should swing (hair, tails, skirts, ears, ...) by their names "
        "and hierarchy, and writes spring settings for them.",
        {{"FILE", "a .gltf, .glb or .vrm file", &file}},
        {{"-o", "F.json", "the settings file to write", text{&out}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    if (out.empty()) {
        std::fprintf(stderr, "jounce suggest: -o F.json is missing; see jounce suggest --help\n");
        return exit_wrong;
    }
    if (const std::optional<error> wrong = check_suffix(out, ".json", "a settings file")) {
        std::fprintf(stderr, "jounce suggest: %s\n", wrong->message.c_str());
        return exit_wrong;
    }
    progress_bar bar("reading");
    const result<gltf::model> model = gltf::read_model(file, {.need_all_buffers = false});
    if (!model) {
        bar.wipe();
        std::fprintf(stderr, "jounce suggest: %s\n", model.error().message.c_str());
        return exit_wrong;
    }
    bar.show("looking", 0, 0);
    const authoring::suggestion found = authoring::suggest_springs(*model);
    bar.wipe();
    if (!found.chains.empty()) {
        if (const result<void> saved = save_spring_file(authoring::settings_of(found, *model), out);
            !saved) {
            std::fprintf(stderr, "jounce suggest: %s\n", saved.error().message.c_str());
            return exit_wrong;
        }
    }
    as_json ? print_json(*model, found, out) : print_text(*model, found, out);
    if (found.chains.empty()) {
        std::fprintf(stderr,
                     "jounce suggest: %s: nothing in it seems to dangle, so nothing was "
                     "written; name spring bones by hand (docs/springs.md)\n",
                     file.c_str());
        return exit_failed;
    }
    return exit_ok;
}

} // namespace jounce::cli

#include <jounce/modules/binding/bind_file.hpp>
#include <jounce/modules/cli/bind_output.hpp>
#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/json/document.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

namespace jounce::cli {
namespace {

weights::bind_method method_from_name(const std::string& name) {
    return name == "curves"          ? weights::bind_method::curves_wide
           : name == "curves-narrow" ? weights::bind_method::curves_narrow
           : name == "nearest"       ? weights::bind_method::nearest
                                     : weights::bind_method::heat;
}

bake::weight_format format_from_name(const std::string& name) {
    return name == "float" ? bake::weight_format::f32
           : name == "u8"  ? bake::weight_format::u8
                           : bake::weight_format::u16;
}

binding::bind_progress watched_by(progress_bar& bar) {
    if (!bar.is_watched()) {
        return {};
    }
    return [&bar](std::string_view step, double share) {
        bar.show(json::printable(step), static_cast<std::int64_t>(1000 * share), 1000);
        return true;
    };
}

} // namespace

int bind_command(arguments given) {
    binding::bind_file_options options;
    std::string in;
    std::string out;
    std::string bones;
    std::string method = "heat";
    std::string format = "u16";
    std::int64_t influences = options.bind.influences;
    std::int64_t smooth = 0;
    std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    bool report_parts = false;
    bool as_json = false;
    const command_line takes = {
        "jounce bind",
        "Gives the meshes of a glTF or VRM model weights for its bones: for a model without a "
        "skin, or to make its weights anew.",
        {{"IN", "a .gltf, .glb or .vrm file", &in}},
        {{"-o", "OUT.glb", "the file to write", text{&out}},
         {"--method", "NAME",
          "heat (default), curves (tails, fish), curves-narrow (limbs) or nearest",
          choice{&method, {"heat", "curves", "curves-narrow", "nearest"}}},
         {"--bones", "FILE",
          "a skeleton for a model without one: .json (docs/weights.md) or another glTF",
          text{&bones}},
         {"--root", "NAME", "the node where the bones begin (default: found)", text{&options.root}},
         {"--influences", "N", "bones per vertex at most, 1 to 64 (default 4)",
          whole_number{&influences, 1, 64}},
         {"--heat", "C", "heat: more gives narrower transitions at joints, 0.001 to 1e6",
          real_number{&options.bind.heat, 1e-3, 1e6}},
         {"--smooth", "N", "passes of smoothing afterwards, 0 to 1000 (default 0)",
          whole_number{&smooth, 0, 1000}},
         {"--all-bones", "", "also bones that moved nothing before, and roots outside of the mesh",
          flag{&options.all_bones}},
         {"--all-meshes", "",
          "also meshes without a skin in a model whose other meshes have one: swords, hats",
          flag{&options.all_meshes}},
         {"--without", "NAME", "gives this bone no weight; may be repeated",
          texts{&options.without}},
         {"--helpers", "FILE",
          "adds the helper bones of a settings file, or with \"propose\" those that flesh and "
          "cloth "
          "seem to need, with springs",
          text{&options.helpers}},
         {"--keep", "", "keeps the weights that are there; for --helpers",
          flag{&options.keeps_weights}},
         {"--weights", "TYPE", "u16 (default), u8 (smallest) or float",
          choice{&format, {"u16", "u8", "float"}}},
         {"--threads", "N", "workers, 1 to 256 (default: all cores); results do not depend on it",
          whole_number{&threads, 1, 256}},
         {"--report", "", "a table of the parts of the meshes and how each was bound",
          flag{&report_parts}},
         {"--json", "", "one JSON object on stdout, with the parts", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    if (out.empty()) {
        std::fprintf(stderr, "jounce bind: -o OUT.glb is missing; see jounce bind --help\n");
        return exit_wrong;
    }
    if (options.keeps_weights && options.helpers.empty()) {
        std::fprintf(stderr, "jounce bind: --keep leaves nothing to do without --helpers\n");
        return exit_wrong;
    }
    options.in = in;
    options.out = out;
    options.bones = bones;
    options.smooth = static_cast<int>(smooth);
    options.format = format_from_name(format);
    options.bind.method = method_from_name(method);
    options.bind.influences = static_cast<std::int32_t>(influences);
    std::unique_ptr<tf::Executor> workers;
    if (threads > 1) {
        workers = std::make_unique<tf::Executor>(static_cast<std::size_t>(threads));
        options.bind.work.workers = workers.get();
    }
    progress_bar bar("reading");
    const result<binding::bind_file_report> report = binding::bind_file(options, watched_by(bar));
    bar.wipe();
    if (!report) {
        std::fprintf(stderr, "jounce bind: %s\n", report.error().message.c_str());
        return exit_wrong;
    }
    for (const std::string& warning : report->warnings) {
        std::fprintf(stderr, "jounce bind: note: %s\n", json::printable(warning).c_str());
    }
    const std::string text =
        as_json ? bind_json(*report, options) + "\n" : bind_text(*report, options, report_parts);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

} // namespace jounce::cli

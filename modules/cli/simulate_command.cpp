#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/cli/simulate_output.hpp>
#include <jounce/modules/json/document.hpp>

#include <cstdio>
#include <string>

namespace jounce::cli {

int simulate_command(arguments given) {
    bake::bake_options options;
    std::string in;
    std::string out;
    std::string springs, tissue;
    std::string solver;
    std::string format;
    std::string bones = "all";
    double metres_per_unit = 0;
    double tolerance = -1;
    std::string radius_scale;
    std::int64_t contact_rounds = 0;
    bool as_json = false;
    const command_line takes = {
        "jounce simulate",
        "Simulates the springs and flesh of a glTF or VRM model through its clips and writes the "
        "motion as "
        "glTF animation that any viewer plays.",
        {{"IN", "a .gltf, .glb or .vrm file", &in}},
        {{"-o", "FILE", "the file to write", text{&out}},
         {"--springs", "F.json", "spring settings (default: those in the model)", text{&springs}},
         {"--tissue", "F.tissue.glb", "baked flesh (default: that of the settings)", text{&tissue}},
         {"--clip", "NAME", "only this clip (default: all)", text{&options.clip}},
         {"--solver", "NAME",
          "stable, reference or vrm (default: vrm for VRM springs, else stable)",
          choice{&solver, {"stable", "reference", "vrm"}}},
         {"--contact-rounds", "N",
          "vrm solver: 1 to the letter (default), up to 64; 4 keep tails outside of colliders",
          whole_number{&contact_rounds, 1, 64}},
         {"--radius-scale", "NAME",
          "vrm solver: which radii grow with scaled nodes: univrm (default), all or none",
          choice{&radius_scale, {"univrm", "all", "none"}}},
         {"--fps", "N", "frames per second, 1 to 1000 (default 60)",
          real_number{&options.record.fps, 1, 1000}},
         {"--loop", "", "closes every clip: it ends as it starts", flag{&options.record.loop}},
         {"--preroll", "S", "seconds before the first frame, 0 to 60 (default 0)",
          real_number{&options.record.preroll, 0, 60}},
         {"--seconds", "S", "length where the model has no clip, up to 3600 (default 2)",
          real_number{&options.record.seconds, 0.001, 3600}},
         {"--tolerance", "M",
          "metres that leaving out keys may move a bone, and morph targets flesh; 0 keeps all",
          real_number{&tolerance, 0, 1000}},
         {"--metres-per-unit", "M",
          "of the model (default: as the settings say, else 1, or 0.01 or 0.001 for one that is "
          "tens "
          "or thousands of units large)",
          real_number{&metres_per_unit, 1e-9, 1e9}},
         {"--format", "NAME",
          "glb, or csv or npy: bones in model space (default: by the suffix of -o)",
          choice{&format, {"glb", "csv", "npy"}}},
         {"--bones", "WHICH", "csv and npy: all (default), or springs and what hangs on them",
          choice{&bones, {"all", "springs"}}},
         {"--keep-baked", "",
          "keep the tracks of an earlier bake for other bones; else they are replaced",
          flag{&options.keep_baked}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    if (out.empty()) {
        std::fprintf(stderr, "jounce simulate: -o FILE is missing; see jounce simulate --help\n");
        return exit_wrong;
    }
    options.in = in;
    options.out = out;
    options.springs = springs;
    options.tissue = tissue;
    if (!solver.empty()) {
        options.solver = solver_from_name(solver);
    }
    if (!format.empty()) {
        options.format = format == "csv"   ? bake::bake_format::csv
                         : format == "npy" ? bake::bake_format::npy
                                           : bake::bake_format::glb;
    }
    options.table =
        bones == "springs" ? bake::table_choice::springs : bake::table_choice::every_bone;
    if (metres_per_unit > 0) {
        options.metres_per_unit = metres_per_unit;
    }
    if (tolerance >= 0) {
        options.tolerance = tolerance;
    }
    if (contact_rounds > 0) {
        options.contact_rounds = static_cast<std::int32_t>(contact_rounds);
    }
    if (!radius_scale.empty()) {
        options.radius_scale = radius_scale == "all"    ? vrm_radius_scale::all
                               : radius_scale == "none" ? vrm_radius_scale::none
                                                        : vrm_radius_scale::univrm;
    }
    progress_bar bar("reading");
    bake::bake_progress tell;
    if (bar.is_watched()) {
        tell = [&bar](std::string_view what, std::size_t done, std::size_t of) {
            bar.show(json::printable(what), static_cast<std::int64_t>(done),
                     static_cast<std::int64_t>(of));
        };
    }
    const result<bake::bake_report> report = bake::bake_file(options, tell);
    bar.wipe();
    if (!report) {
        std::fprintf(stderr, "jounce simulate: %s\n", report.error().message.c_str());
        return exit_wrong;
    }
    for (const std::string& warning : report->warnings) {
        std::fprintf(stderr, "jounce simulate: note: %s\n", json::printable(warning).c_str());
    }
    const std::string text =
        as_json ? simulate_json(*report, in, out) + "\n" : simulate_table(*report, out);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

} // namespace jounce::cli

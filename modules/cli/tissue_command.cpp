#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/cli/tissue_output.hpp>
#include <jounce/modules/json/document.hpp>
#include <jounce/modules/tissue/presets.hpp>
#include <jounce/modules/tissue_file/read_tissue.hpp>
#include <jounce/modules/tissue_file/skin_of.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

namespace jounce::cli {
namespace {

using namespace jounce::tissue;

bool takes_number(std::string_view text, double& to) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    return code == std::errc() && end == text.data() + text.size();
}

int refuse(const char* command, const std::string& what) {
    std::fprintf(stderr, "jounce tissue %s: %s\n", command, what.c_str());
    return exit_wrong;
}

/// BONE=PA or BONE=PRESET.
std::string take_regions(const std::vector<std::string>& given, bake_file_options& to) {
    for (const std::string& one : given) {
        const std::size_t equals = one.rfind('=');
        double young = 0;
        if (equals == std::string::npos || equals == 0) {
            return "--region \"" + json::printable(one) + "\": give BONE=PA or BONE=PRESET";
        }
        const std::string_view value = std::string_view(one).substr(equals + 1);
        if (const auto preset = preset_of(value)) {
            young = preset->young;
        } else if (!takes_number(value, young)) {
            return "--region \"" + json::printable(one) + "\": \"" + json::printable(value) +
                   "\" is neither a number nor a preset";
        }
        to.regions.push_back({one.substr(0, equals), young / to.how.material.young});
    }
    return "";
}

/// X,Y,Z each.
std::string take_places(const std::vector<std::string>& given, std::vector<vec3<double>>& to) {
    for (const std::string& one : given) {
        const std::size_t first = one.find(','), second = one.rfind(',');
        vec3<double> at;
        if (first == std::string::npos || first == second ||
            !takes_number(std::string_view(one).substr(0, first), at.x) ||
            !takes_number(std::string_view(one).substr(first + 1, second - first - 1), at.y) ||
            !takes_number(std::string_view(one).substr(second + 1), at.z)) {
            return "--handle-at \"" + json::printable(one) + "\": give X,Y,Z in units of the mesh";
        }
        to.push_back(at);
    }
    return "";
}

int channel_of(const std::string& name) {
    const std::size_t at = std::string_view("rgba").find(name.empty() ? '?' : name.front());
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

int bake(arguments given) {
    bake_file_options options;
    std::string in, out, tets, preset, density_paint, stiffness_paint;
    std::string cubature = "fitted";
    std::vector<std::string> regions, places;
    double young = 0, beta = -1;
    std::int64_t handles = 40, points = 0, modes = 0, skin = -1;
    std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    bool as_json = false;
    const command_line takes = {
        "jounce tissue bake",
        "Makes reduced soft tissue for a skinned model with a closed skin: handles, weights, "
        "cubature, mass and modes, in one file.",
        {{"IN", "a .gltf, .glb or .vrm file", &in}},
        {{"-o", "OUT.tissue.glb", "the file to write; without it only figures are printed",
          text{&out}},
         {"--handles", "N", "how many handles, 4 to 1000 (default 40; 80 to 100 for a hero)",
          whole_number{&handles, 4, 1000}},
         {"--handle-at", "X,Y,Z", "a handle near this place instead; may be repeated",
          texts{&places}},
         {"--points", "N", "cubature points, 4 to 20000 (default: eight per handle)",
          whole_number{&points, 4, 20'000}},
         {"--cubature", "NAME", "fitted (default): better forces; interpolated: exact volume",
          choice{&cubature, {"fitted", "interpolated"}}},
         {"--preset", "NAME", "fat (default), muscle, cheek, jelly or rubber",
          choice{&preset, {"fat", "muscle", "cheek", "jelly", "rubber"}}},
         {"--young", "PA", "stiffness, 1 to 1e9 Pa (default: the preset's)",
          real_number{&young, 1, 1e9}},
         {"--poisson", "NU", "how little volume changes, 0 to 0.499 (default: the preset's)",
          real_number{&options.how.material.poisson, 0, 0.499}},
         {"--beta", "S", "damping by stiffness, 0 to 1 s (default: the preset's)",
          real_number{&beta, 0, 1}},
         {"--region", "BONE=PA|PRESET", "another stiffness for a bone and those below; repeatable",
          texts{&regions}},
         {"--paint-density", "CHANNEL", "r, g, b or a of COLOR_0: where handles are dense",
          choice{&density_paint, {"r", "g", "b", "a"}}},
         {"--paint-stiffness", "CHANNEL",
          "r, g, b or a of COLOR_0: 0 a quarter, 0.5 as the material, 1 four times as stiff",
          choice{&stiffness_paint, {"r", "g", "b", "a"}}},
         {"--cell", "M", "side of the cubes, 1e-5 to 1000 m (default: 2500 cubes fill the skin)",
          real_number{&options.how.cell, 1e-5, 1000}},
         {"--bone-radius", "M", "of all bones (default: a fifth of the way to the skin)",
          real_number{&options.how.bone_radius, 1e-6, 1000}},
         {"--tets", "FILE", "a Medit .mesh of tetrahedra instead of cubes", text{&tets}},
         {"--close-holes", "", "caps holes of the skin instead of refusing it",
          flag{&options.how.close_holes}},
         {"--keep-lattice", "", "keeps the edges of the volume in the file, for pictures",
          flag{&options.how.keep_lattice}},
         {"--modes", "N", "modes of the linear tier (default: two thirds of all)",
          whole_number{&modes, 1, 3000}},
         {"--skin", "N", "which skin of the model (default: the one with the most vertices)",
          whole_number{&skin, 0, 65'535}},
         {"--unit", "M", "metres per unit of the model (default: as large as it seems)",
          real_number{&options.metres_per_unit, 1e-6, 1e6}},
         {"--threads", "N", "workers, 1 to 256 (default: all cores); results do not depend on it",
          whole_number{&threads, 1, 256}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    options.how.material.poisson = -1;
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    tissue_material material = *preset_of(preset.empty() ? "fat" : preset);
    material.young = young > 0 ? young : material.young;
    material.beta = beta >= 0 ? beta : material.beta;
    material.poisson =
        options.how.material.poisson >= 0 ? options.how.material.poisson : material.poisson;
    options.how.material = material;
    options.in = in;
    options.out = out;
    options.tets = tets;
    options.skin = static_cast<std::int32_t>(skin);
    options.how.handles = static_cast<std::size_t>(handles);
    options.how.points = static_cast<std::size_t>(points);
    options.how.modes = static_cast<std::size_t>(modes);
    options.how.cubature =
        cubature == "fitted" ? cubature_method::fitted : cubature_method::interpolated;
    options.density_channel = channel_of(density_paint);
    options.stiffness_channel = channel_of(stiffness_paint);
    std::string wrong = take_regions(regions, options);
    if (wrong.empty()) {
        wrong = take_places(places, options.handle_places);
    }
    if (wrong.empty() && out.empty() && !as_json) {
        wrong = "-o OUT.tissue.glb is missing; see jounce tissue bake --help";
    }
    if (!wrong.empty()) {
        return refuse("bake", wrong);
    }
    std::unique_ptr<tf::Executor> workers;
    if (threads > 1) {
        workers = std::make_unique<tf::Executor>(static_cast<std::size_t>(threads));
        options.how.work.workers = workers.get();
    }
    progress_bar bar("reading");
    if (bar.is_watched()) {
        options.how.work.progress = [&bar](std::string_view step, double share) {
            bar.show(json::printable(step), static_cast<std::int64_t>(1000 * share), 1000);
            return true;
        };
    }
    const result<bake_file_report> report = bake_tissue_file(options);
    bar.wipe();
    if (!report) {
        return refuse("bake", report.error().message);
    }
    for (const std::string& warning : report->warnings) {
        std::fprintf(stderr, "jounce tissue bake: note: %s\n", json::printable(warning).c_str());
    }
    const std::string said =
        as_json ? tissue_json(*report, options) + "\n" : tissue_text(*report, options.out);
    std::fputs(said.c_str(), stdout);
    return exit_ok;
}

int inspect(arguments given) {
    std::string file, model;
    std::int64_t skin = -1;
    bool as_json = false;
    const command_line takes = {
        "jounce tissue inspect",
        "Shows what is in a file of baked tissue and how good the bake is; with --for, whether it "
        "was made for that model.",
        {{"FILE", "what jounce tissue bake wrote", &file}},
        {{"--for", "MODEL", "a .gltf, .glb or .vrm file: refused if the tissue is not its own",
          text{&model}},
         {"--skin", "N", "which skin of the model (default: the one with the most vertices)",
          whole_number{&skin, 0, 65'535}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    tissue_figures figures;
    const result<baked_tissue> read = read_tissue(file, &figures);
    if (!read) {
        return refuse("inspect", read.error().message);
    }
    if (!model.empty()) {
        const result<gltf::model> owner = gltf::read_model(model);
        if (!owner) {
            return refuse("inspect", owner.error().message);
        }
        const result<model_skin> meshes = skin_of(*owner, static_cast<std::int32_t>(skin));
        if (!meshes) {
            return refuse("inspect", meshes.error().message);
        }
        if (const result<void> fits = check_mesh(*read, hash_of(meshes->mesh())); !fits) {
            return refuse("inspect", model + ": " + fits.error().message);
        }
    }
    const std::string said =
        as_json ? tissue_json(*read, figures, file) + "\n" : tissue_text(*read, figures);
    std::fputs(said.c_str(), stdout);
    return exit_ok;
}

} // namespace

int tissue_command(arguments given) {
    const std::string_view help = "usage: jounce tissue bake IN -o OUT.tissue.glb [options]\n"
                                  "       jounce tissue inspect FILE [--for MODEL] [--json]\n\n"
                                  "jounce tissue bake --help and jounce tissue inspect --help say "
                                  "what they take\n";
    const std::string_view verb = given.empty() ? "" : given.front();
    if (verb == "bake") {
        return bake(given.subspan(1));
    }
    if (verb == "inspect") {
        return inspect(given.subspan(1));
    }
    if (verb == "--help" || verb == "-h" || verb == "--version") {
        std::fputs(std::string(help).c_str(), stdout);
        return exit_ok;
    }
    const std::array<std::string_view, 2> known = {"bake", "inspect"};
    const std::string near = near_word(verb, known);
    std::fprintf(stderr, "jounce tissue: %s%s%s%s; see jounce tissue --help\n",
                 verb.empty() ? "bake or inspect is missing" : "unknown word \"",
                 json::printable(verb).c_str(), verb.empty() ? "" : "\"",
                 near.empty() ? "" : (", " + near).c_str());
    return exit_wrong;
}

} // namespace jounce::cli

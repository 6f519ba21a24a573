#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/decompose_output.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/decompose_file/decompose_file.hpp>
#include <jounce/modules/json/document.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

namespace jounce::cli {
namespace {

using namespace jounce::decompose;

/// `--rest` takes a file, or a frame if it is a whole number.
void set_rest(const std::string& given, mesh_cache::read_options& options) {
    std::size_t frame = 0;
    const char* end = given.data() + given.size();
    const auto [stop, code] = std::from_chars(given.data(), end, frame);
    if (!given.empty() && code == std::errc() && stop == end) {
        options.rest_frame = frame;
    } else {
        options.rest = given;
    }
}

/// `--lod` takes shares of the triangles with commas between; false: that is none.
bool set_levels(const std::string& given, std::vector<double>& shares) {
    const char* at = given.data();
    const char* const end = at + given.size();
    while (at != end) {
        double share = 0;
        const auto [stop, code] = std::from_chars(at, end, share);
        if (code != std::errc() || (stop != end && (*stop != ',' || stop + 1 == end))) {
            return false;
        }
        shares.push_back(share);
        at = stop == end ? end : stop + 1;
    }
    return true;
}

void watch(progress_bar& bar, work::work_options& work) {
    if (bar.is_watched()) {
        work.progress = [&bar](std::string_view step, double share) {
            bar.show(json::printable(step), static_cast<std::int64_t>(1000 * share), 1000);
            return true;
        };
    }
}

/// What contradicts itself, in one line; empty if nothing does.
std::string find_contradiction(const decompose_file_options& options, bool as_json) {
    const bool asks_for_figures = as_json || options.compare || options.how.literal;
    if (options.out.empty() && options.quality.empty() && !asks_for_figures) {
        return "-o OUT.glb is missing (for figures alone give --json, --compare or --literal); see "
               "jounce decompose --help";
    }
    if (options.how.bones > 0 && options.how.error > 0) {
        return "--bones and --error exclude each other: one follows from the other";
    }
    if (options.how.literal && (options.how.bones > 0 || options.how.error > 0)) {
        return "--literal finds the number of bones itself; leave out --bones and --error";
    }
    return "";
}

} // namespace

int decompose_command(arguments given) {
    decompose_file_options options;
    std::string in;
    std::string out;
    std::string quality;
    std::string rest;
    std::string levels;
    std::string kind = "flexible";
    std::string weights = "nnls";
    std::int64_t bones = 0;
    std::int64_t influences = 4;
    std::int64_t refits = 8;
    std::int64_t rank = 0;
    std::int64_t threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 256);
    bool as_json = false;
    const command_line takes = {
        "jounce decompose",
        "Turns a mesh that deforms without bones (a simulation, a scan, shape keys) into a skinned "
        "character: bones, weights and clips.",
        {{"IN",
          "a folder of .obj files, .pc2 or .mdd beside an .obj, .sma, or a glTF model with clips",
          &in}},
        {{"-o", "OUT.glb", "the file to write; without it only figures are printed", text{&out}},
         {"--rest", "FILE|N", "the rest pose: an .obj, or a frame counted from 0 (default: found)",
          text{&rest}},
         {"--bones", "N", "how many bones, 1 to 1024 (default: as many as the motion needs)",
          whole_number{&bones, 1, 1024}},
         {"--error", "PCT", "instead: as few bones as stay below this error, 0.001 to 100",
          real_number{&options.how.error, 1e-3, 100}},
         {"--eps", "E", "how much the rotations of one bone may differ, 0.001 to 1 (default 0.05)",
          real_number{&options.how.bandwidth, 1e-3, 1}},
         {"--influences", "N", "bones per vertex at most, 1 to 16 (default 4)",
          whole_number{&influences, 1, 16}},
         {"--kind", "NAME",
          "flexible (default): exact in jounce; rigid: smooth between keys in every program",
          choice{&kind, {"flexible", "rigid"}}},
         {"--weights", "NAME", "nnls (default), or tsvd for figures only: files cannot hold it",
          choice{&weights, {"nnls", "tsvd"}}},
         {"--refit", "N", "rounds that improve bones and weights, 0 to 1000 (default 8)",
          whole_number{&refits, 0, 1000}},
         {"--rank", "N", "corrections, which become morph targets, 0 to 64 (default 0)",
          whole_number{&rank, 0, 64}},
         {"--lod", "LIST",
          "levels of detail: shares of the triangles, falling, at most 8 (0.5,0.12)",
          text{&levels}},
         {"--fps", "N", "frames per second, 0.1 to 1000 (default: as the file says, else 24)",
          real_number{&options.read.fps, 0.1, 1000}},
         {"--clip", "NAME", "glTF: this clip only; may be repeated", texts{&options.read.clips}},
         {"--literal", "", "the method of the paper to the letter, with the errors of all variants",
          flag{&options.how.literal}},
         {"--compare", "",
          "also memory and error of vertex animation textures and shape keys for the same frames",
          flag{&options.compare}},
         {"--threads", "N", "workers, 1 to 256 (default: all cores); results do not depend on it",
          whole_number{&threads, 1, 256}},
         {"--report", "FOLDER",
          "writes the error per frame (SVG), the worst vertices, and a .glb with the error in "
          "colours",
          text{&quality}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    options.in = in;
    options.out = out;
    options.quality = quality;
    set_rest(rest, options.read);
    if (!set_levels(levels, options.level_shares)) {
        std::fprintf(stderr,
                     "jounce decompose: --lod '%s' is no list of numbers with commas between; for "
                     "example --lod 0.5,0.12\n",
                     json::printable(levels).c_str());
        return exit_wrong;
    }
    options.how.bones = static_cast<std::size_t>(bones);
    options.how.influences = static_cast<std::size_t>(influences);
    options.how.refits = static_cast<std::size_t>(refits);
    options.how.rank = static_cast<std::size_t>(rank);
    options.how.kind = kind == "rigid" ? bone_kind::rigid : bone_kind::flexible;
    options.how.weights = weights == "tsvd" ? weight_solver::tsvd : weight_solver::nnls;
    options.all_variants = options.how.literal;
    if (const std::string wrong = find_contradiction(options, as_json); !wrong.empty()) {
        std::fprintf(stderr, "jounce decompose: %s\n", wrong.c_str());
        return exit_wrong;
    }
    std::unique_ptr<tf::Executor> workers;
    if (threads > 1) {
        workers = std::make_unique<tf::Executor>(static_cast<std::size_t>(threads));
        options.how.work.workers = workers.get();
    }
    progress_bar bar("reading");
    watch(bar, options.how.work);
    const result<decompose_file_report> report = decompose_file(options);
    bar.wipe();
    if (!report) {
        std::fprintf(stderr, "jounce decompose: %s\n", report.error().message.c_str());
        return exit_wrong;
    }
    for (const std::string& warning : report->warnings) {
        std::fprintf(stderr, "jounce decompose: note: %s\n", json::printable(warning).c_str());
    }
    const std::string said =
        as_json ? decompose_json(*report, options) + "\n" : decompose_text(*report, options);
    std::fputs(said.c_str(), stdout);
    return exit_ok;
}

} // namespace jounce::cli

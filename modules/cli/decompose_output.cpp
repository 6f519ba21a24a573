#include <jounce/modules/cli/decompose_output.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

namespace jounce::cli {
namespace {

using namespace jounce::decompose;
using ordered = nlohmann::ordered_json;

const char* name_of(bone_kind kind) { return kind == bone_kind::rigid ? "rigid" : "flexible"; }
const char* name_of(weight_solver solver) {
    return solver == weight_solver::tsvd ? "tsvd" : "nnls";
}

ordered memory_json(const decompose_file_report& report) {
    const character_memory& of = report.memory;
    return {{"clips", of.clips},
            {"caches", of.caches},
            {"weights", of.weights},
            {"corrections", of.corrections},
            {"palette", of.palette},
            {"clip_instance", of.instance},
            {"clip_instance_sent", of.instance_sent}};
}

double kilobytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e3; }

std::string memory_text(const decompose_file_report& report) {
    const character_memory& of = report.memory;
    std::string out;
    for (std::size_t t = 0; t < of.clips.size(); ++t) {
        append_format(out, "memory: clip %s %.1f kB, its frames as a vertex cache %.1f kB\n",
                      json::printable(report.takes[t].name).c_str(), kilobytes(of.clips[t]),
                      kilobytes(of.caches[t]));
    }
    append_format(out, "memory: weights %.1f kB", kilobytes(of.weights));
    if (of.corrections > 0) {
        append_format(out, ", corrections %.1f kB", kilobytes(of.corrections));
    }
    append_format(out, ", shared by all; a character's palette %llu bytes",
                  static_cast<unsigned long long>(of.palette));
    if (of.instance > 0) {
        append_format(out, "; one that plays from a clip texture %llu bytes, %llu sent per frame",
                      static_cast<unsigned long long>(of.instance),
                      static_cast<unsigned long long>(of.instance_sent));
    }
    return out + "\n";
}

/// The mesh itself is the first.
ordered levels_json(const decompose_file_report& report) {
    ordered out = ordered::array();
    const double whole = report.rank < report.figures.error_by_rank.size()
                             ? report.figures.error_by_rank[report.rank]
                             : report.figures.error;
    out.push_back({{"share", 1},
                   {"triangles", report.triangles},
                   {"vertices", report.vertices},
                   {"error", whole},
                   {"distance", 0},
                   {"screen_coverage", report.levels.finest_coverage}});
    for (const character_level& one : report.levels.coarser) {
        out.push_back({{"share", one.share},
                       {"triangles", one.triangles.size() / 3},
                       {"vertices", one.kept_vertices},
                       {"error", one.error},
                       {"distance", one.distance},
                       {"screen_coverage", one.coverage}});
    }
    return out;
}

} // namespace

std::string decompose_json(const decompose_file_report& report,
                           const decompose_file_options& options) {
    const decompose_report& figures = report.figures;
    ordered all = {{"in", options.in.string()},
                   {"out", options.out.string()},
                   {"kind", name_of(options.how.kind)},
                   {"weights", name_of(options.how.weights)},
                   {"literal", options.how.literal},
                   {"vertices", report.vertices},
                   {"triangles", report.triangles},
                   {"frames", report.frames},
                   {"takes", ordered::array()},
                   {"bones", report.bones},
                   {"pool", figures.pool},
                   {"near_rigid", figures.near_rigid},
                   {"most_influences", report.most_influences},
                   {"error", figures.error},
                   {"error_by_refit", figures.error_by_refit},
                   {"rank", report.rank},
                   {"error_rank", figures.error_by_rank},
                   {"compression", figures.compression},
                   {"bytes", figures.bytes},
                   {"file_bytes", report.file_bytes},
                   {"cache_bytes", report.cache_bytes},
                   {"seconds", ordered::object()}};
    for (const take& one : report.takes) {
        all["takes"].push_back({{"name", one.name}, {"frames", one.frame_count}, {"fps", one.fps}});
    }
    for (const auto& [stage, seconds] : figures.seconds) {
        all["seconds"][stage] = seconds;
    }
    all["memory"] = memory_json(report);
    if (options.compare) {
        all["comparison"] = ordered::array();
        for (const compared_method& one : report.comparison) {
            all["comparison"].push_back({{"method", one.name},
                                         {"count", one.count},
                                         {"bytes", one.bytes},
                                         {"error", one.error},
                                         {"numbers_per_vertex", one.numbers_per_vertex}});
        }
    }
    if (!options.level_shares.empty()) {
        all["levels"] = levels_json(report);
    }
    if (!report.variants.empty()) {
        all["variants"] = ordered::array();
        for (const variant_error& one : report.variants) {
            all["variants"].push_back({{"kind", name_of(one.kind)},
                                       {"weights", name_of(one.weights)},
                                       {"bones", one.bones},
                                       {"error", one.error}});
        }
    }
    all["warnings"] = report.warnings;
    return all.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

std::string decompose_text(const decompose_file_report& report,
                           const decompose_file_options& options) {
    const decompose_report& figures = report.figures;
    std::string text;
    append_format(text, "%zu vertices, %zu triangles, %zu frames in %zu %s\n", report.vertices,
                  report.triangles, report.frames, report.takes.size(),
                  report.takes.size() == 1 ? "take" : "takes");
    append_format(
        text, "%zu %s bones, at most %zu per vertex; %.0f %% of the triangles move rigidly\n",
        report.bones, name_of(options.how.kind), report.most_influences, 100 * figures.near_rigid);
    append_format(text, "error %.3f %%", figures.error);
    if (report.rank > 0 && figures.error_by_rank.size() > report.rank) {
        append_format(text, ", %.3f %% with %zu corrections", figures.error_by_rank[report.rank],
                      report.rank);
    }
    append_format(text, "; compression %.1f\n", figures.compression);
    for (const variant_error& one : report.variants) {
        append_format(text, "  %-8s %-4s %3zu bones: error %.3f %%\n", name_of(one.kind),
                      name_of(one.weights), one.bones, one.error);
    }
    text += levels_table(report.levels);
    text += memory_text(report);
    text += options.compare ? comparison_table(report.comparison) : "";
    if (!options.quality.empty()) {
        text += "report: " + options.quality.string() + "\n";
    }
    if (!options.out.empty()) {
        append_format(text, "written: %s, %.1f kB; the frames as a cache have %.1f kB\n",
                      options.out.string().c_str(), static_cast<double>(report.file_bytes) / 1e3,
                      static_cast<double>(report.cache_bytes) / 1e3);
    }
    return text;
}

} // namespace jounce::cli

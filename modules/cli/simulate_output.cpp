#include <jounce/modules/cli/simulate_output.hpp>

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace jounce::cli {
namespace {

using ordered = nlohmann::ordered_json;

constexpr std::array solvers = {stable_solver, reference_solver, vrm_solver};

constexpr std::array<std::string_view, 4> origins = {"none", "settings", "extras", "vrm"};

ordered clip_json(const bake::baked_clip& clip, bool loops) {
    ordered out = {
        {"name", clip.name},       {"seconds", clip.seconds},     {"frames", clip.frames},
        {"tracks", clip.tracks},   {"bones", clip.moved},         {"keys_before", clip.keys_before},
        {"keys", clip.keys_after}, {"max_error", clip.max_error}, {"max_swing", clip.max_swing}};
    if (loops) {
        out["loop"] = {{"periods", clip.loop.periods},
                       {"settling", clip.loop.settling},
                       {"blended", clip.loop.blended},
                       {"clip_gap", clip.loop.clip_gap}};
    }
    return out;
}

bool looped(const bake::baked_clip& clip) { return clip.loop.periods > 0; }

} // namespace

solver_id solver_from_name(std::string_view name) {
    const auto* found = std::find_if(solvers.begin(), solvers.end(),
                                     [&](solver_id one) { return one.name == name; });
    return found == solvers.end() ? stable_solver : *found;
}

std::string simulate_json(const bake::bake_report& report, const std::string& in,
                          const std::string& out) {
    ordered all = {{"in", in},
                   {"out", out},
                   {"springs", report.spring_bones},
                   {"springs_from", report.springs_from},
                   {"origin", origins[static_cast<std::size_t>(report.origin)]},
                   {"solver", report.solver.name},
                   {"extent", report.extent},
                   {"metres_per_unit", report.metres_per_unit},
                   {"clips", ordered::array()},
                   {"warnings", report.warnings}};
    for (const bake::baked_clip& clip : report.clips) {
        all["clips"].push_back(clip_json(clip, looped(clip)));
    }
    if (!report.flesh.from.empty()) {
        const bake::flesh_report& flesh = report.flesh;
        all["flesh"] = {{"from", flesh.from},           {"handles", flesh.handles},
                        {"targets", flesh.targets},     {"bytes", flesh.bytes},
                        {"max_error", flesh.max_error}, {"max_swing", flesh.max_swing}};
    }
    if (!report.table_bones.empty()) {
        all["table_bones"] = report.table_bones;
    }
    return all.dump(-1, ' ', false, ordered::error_handler_t::replace);
}

std::string simulate_table(const bake::bake_report& report, const std::string& out) {
    std::string text;
    append_format(text, "%-24s %8s %7s %6s %8s %8s %10s\n", "clip", "seconds", "frames", "bones",
                  "keys", "of", "swing m");
    for (const bake::baked_clip& clip : report.clips) {
        append_format(text, "%-24s %8.3f %7zu %6zu %8zu %8zu %10.4g\n",
                      json::printable(clip.name).substr(0, 60).c_str(), clip.seconds, clip.frames,
                      clip.moved.size(), clip.keys_after, clip.keys_before, clip.max_swing);
        if (looped(clip)) {
            append_format(text, "  loops after %d periods; %.3g m were blended away\n",
                          clip.loop.periods, clip.loop.blended);
        }
    }
    append_format(text, "%zu spring bones, solver %s", report.spring_bones,
                  std::string(report.solver.name).c_str());
    text += report.springs_from.empty() ? "" : ", from " + json::printable(report.springs_from);
    if (!report.flesh.from.empty()) {
        append_format(text,
                      "\n%zu handles of flesh as %zu morph targets, %zu bytes, swing %.4g m, "
                      "within %.3g m",
                      report.flesh.handles, report.flesh.targets, report.flesh.bytes,
                      report.flesh.max_swing, report.flesh.max_error);
        text += ", from " + json::printable(report.flesh.from);
    }
    return text + "\nwritten: " + out + "\n";
}

} // namespace jounce::cli

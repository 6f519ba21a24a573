#include <jounce/modules/profiling/cost_table.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <cinttypes>

namespace jounce {
namespace {

void append_row(std::string& out, const system_cost& cost) {
    append_format(out, "%-14s %12" PRIu64 " %-10s %11.2f %9.4f %9.4f %9.4f %9.4f %6.1f%%\n",
                  cost.name.c_str(), cost.elements, cost.element.c_str(), cost.ns_per_element,
                  cost.min_ms, cost.mean_ms, cost.p50_ms, cost.p99_ms, 100 * cost.share);
}

} // namespace

std::string format_cost_table(const system_stats& stats) {
    std::string out;
    append_format(out, "%-14s %12s %-10s %11s %9s %9s %9s %9s %7s\n", "system", "elements", "",
                  "ns/element", "min ms", "mean ms", "p50 ms", "p99 ms", "share");
    double sum = 0;
    for (const system_cost& cost : stats.costs()) {
        append_row(out, cost);
        sum += cost.mean_ms;
    }
    append_row(out, stats.frame_cost());
    append_format(
        out,
        "systems: time of all workers, %.4f ms; frame: by the clock on the wall, of %" PRIu64
        " frames\n",
        sum, stats.frames());
    const frame_counters& last = stats.counters();
    if (last.characters() ==
        0) { // those that play clips from the GPU's memory are not the pipeline's
        append_format(out, "last frame: no characters with bones of their own\n");
        return out;
    }
    append_format(out,
                  "last frame: %" PRIu64 " characters (full %" PRIu64 ", half %" PRIu64
                  ", quarter %" PRIu64 " rate, %" PRIu64 " frozen), %" PRIu64 " bones, %" PRIu64
                  " springs, %" PRIu64 " ticks, %" PRIu64 " contacts\n",
                  last.characters(), last.at_level[0], last.at_level[1], last.at_level[2],
                  last.at_level[3], last.bones, last.springs, last.ticks, last.contacts);
    return out;
}

} // namespace jounce

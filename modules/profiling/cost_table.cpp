#include <jounce/modules/profiling/cost_table.hpp>

#include <jounce/modules/profiling/append_format.hpp>

namespace jounce {

std::string format_cost_table(const system_stats& stats) {
    std::string out;
    append_format(out, "%-12s %12s %-8s %11s %9s %9s %9s %7s\n", "system", "elements", "",
                  "ns/element", "min ms", "mean ms", "p99 ms", "share");
    double sum = 0;
    for (const system_cost& cost : stats.costs()) {
        append_format(out, "%-12s %12llu %-8s %11.2f %9.4f %9.4f %9.4f %6.1f%%\n",
                      cost.name.c_str(), static_cast<unsigned long long>(cost.elements),
                      cost.element.c_str(), cost.ns_per_element, cost.min_ms, cost.mean_ms,
                      cost.p99_ms, 100 * cost.share);
        sum += cost.mean_ms;
    }
    append_format(out, "all systems, time of all workers %33.4f ms\n", sum);
    append_format(out, "frame, by the clock on the wall  %33.4f ms (least %.4f, %llu frames)\n",
                  stats.wall_ms_mean(), stats.wall_ms_min(),
                  static_cast<unsigned long long>(stats.frames()));
    return out;
}

} // namespace jounce

#include <jounce/modules/profiling/cost_table.hpp>

#include <cstdarg>
#include <cstdio>

namespace jounce {
namespace {

[[gnu::format(printf, 2, 3)]] void append(std::string& to, const char* format, ...) {
    char line[256];
    std::va_list values;
    va_start(values, format);
    const int length = std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (length > 0) {
        to += line;
    }
}

} // namespace

std::string format_cost_table(const system_stats& stats) {
    std::string out;
    append(out, "%-12s %12s %-8s %11s %9s %9s %9s %7s\n", "system", "elements", "", "ns/element",
           "min ms", "mean ms", "p99 ms", "share");
    double sum = 0;
    for (const system_cost& cost : stats.costs()) {
        append(out, "%-12s %12llu %-8s %11.2f %9.4f %9.4f %9.4f %6.1f%%\n", cost.name.c_str(),
               static_cast<unsigned long long>(cost.elements), cost.element.c_str(),
               cost.ns_per_element, cost.min_ms, cost.mean_ms, cost.p99_ms, 100 * cost.share);
        sum += cost.mean_ms;
    }
    append(out, "all systems, time of all workers %33.4f ms\n", sum);
    append(out, "frame, by the clock on the wall  %33.4f ms (least %.4f, %llu frames)\n",
           stats.wall_ms_mean(), stats.wall_ms_min(),
           static_cast<unsigned long long>(stats.frames()));
    return out;
}

} // namespace jounce

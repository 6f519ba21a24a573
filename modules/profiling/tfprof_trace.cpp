#include <jounce/modules/profiling/trace_text.hpp>

#include <jounce/modules/profiling/append_format.hpp>

#include <algorithm>
#include <cinttypes>
#include <vector>

namespace jounce {
namespace {

/// tfprof requires that the spans of a level do not overlap; nested scopes are on deeper levels.
struct placed_event {
    const trace_event* event;
    std::size_t level;
};

std::vector<placed_event> place(const trace_log::events& events) {
    std::vector<placed_event> out;
    for (std::size_t i = 0; i < events.size(); ++i) {
        out.push_back({&events[i], 0});
    }
    std::stable_sort(out.begin(), out.end(), [](const placed_event& a, const placed_event& b) {
        return a.event->start_ns != b.event->start_ns ? a.event->start_ns < b.event->start_ns
                                                      : a.event->end_ns > b.event->end_ns;
    });
    std::vector<std::uint64_t> ends; // of the scopes that are open
    for (placed_event& one : out) {
        while (!ends.empty() && ends.back() <= one.event->start_ns) {
            ends.pop_back();
        }
        one.level = ends.size();
        ends.push_back(one.event->end_ns);
    }
    return out;
}

/// Workers by number, then the host's threads.
std::vector<std::size_t> threads_in_order(const trace_log& log) {
    std::vector<std::size_t> order(log.thread_count());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        // -1, a thread of the host's, is the largest of all as an unsigned number.
        return static_cast<std::uint32_t>(log.worker_of(a)) <
               static_cast<std::uint32_t>(log.worker_of(b));
    });
    return order;
}

std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

} // namespace

std::string tfprof_trace(const profiler& from) {
    const trace_log& log = from.trace();
    const auto since_start = [&](std::uint64_t ns) {
        return (ns - std::min(ns, log.start_ns())) / 1000;
    };
    std::string out = "[\n{\"executor\":\"0\",\"data\":[";
    std::size_t worker = 0;
    bool is_first_list = true;
    for (const std::size_t thread : threads_in_order(log)) {
        const std::vector<placed_event> events = place(log.events_of(thread));
        std::size_t levels = 0;
        for (const placed_event& one : events) {
            levels = std::max(levels, one.level + 1);
        }
        for (std::size_t level = 0; level < levels; ++level) {
            append_format(out, "%s\n{\"worker\":%zu,\"level\":%zu,\"data\":[",
                          is_first_list ? "" : ",", worker, level);
            is_first_list = false;
            bool is_first = true;
            for (const placed_event& one : events) {
                if (one.level != level) {
                    continue;
                }
                append_format(out, "%s{\"span\":[%" PRIu64 ",%" PRIu64 "],\"name\":\"",
                              is_first ? "" : ",", since_start(one.event->start_ns),
                              since_start(one.event->end_ns));
                out += escaped(from.stats().name_of(one.event->system));
                out += "\",\"type\":\"static\"}";
                is_first = false;
            }
            out += "]}";
        }
        ++worker;
    }
    return out + "]}\n]\n";
}

} // namespace jounce

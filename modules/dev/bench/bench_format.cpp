#include <jounce/modules/dev/bench/bench_format.hpp>

#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <cinttypes>
#include <cstdio>

namespace jounce::bench {

std::string bench_json(const bench_report& report) {
    const bench_options& o = report.options;
    nlohmann::ordered_json out = {{"characters", o.characters},
                                  {"bones", o.bones},
                                  {"springs", o.springs},
                                  {"threads", o.threads},
                                  {"isa", report.isa},
                                  {"schedule", schedule_name(o.order)},
                                  {"solver", std::string(o.solver.name)},
                                  {"keeps_bones", o.keep_bones},
                                  {"sockets", o.sockets},
                                  {"frames", o.frames},
                                  {"ms_per_frame", report.ms_per_frame},
                                  {"bytes_per_character", report.bytes_per_character}};
    out["systems"] = nlohmann::ordered_json::array();
    for (const system_cost& cost : report.systems) {
        out["systems"].push_back({{"name", cost.name},
                                  {"elements", cost.elements},
                                  {"ns_per_element", cost.ns_per_element},
                                  {"ms_per_frame", cost.mean_ms},
                                  {"share", cost.share},
                                  {"min_ms", cost.min_ms},
                                  {"p50_ms", cost.p50_ms},
                                  {"p99_ms", cost.p99_ms}});
    }
    out["frame"] = {{"min_ms", report.frame.min_ms},
                    {"p50_ms", report.frame.p50_ms},
                    {"p99_ms", report.frame.p99_ms}};
    const frame_counters& last = report.last_frame;
    out["counters"] = {
        {"characters", last.characters()}, {"blocks", last.blocks}, {"bones", last.bones},
        {"springs", last.springs},         {"ticks", last.ticks},   {"contacts", last.contacts},
        {"levels", last.at_level}};
    out["baseline"] = nlohmann::ordered_json::array();
    for (const baseline_cost& cost : report.baseline) {
        out["baseline"].push_back(
            {{"name", cost.name}, {"ns_per_element", cost.ns_per_element}, {"ratio", cost.ratio}});
    }
    out["kernels"] = nlohmann::ordered_json::array();
    for (const kernel_cost& cost : report.kernels) {
        out["kernels"].push_back({{"name", cost.name},
                                  {"element", cost.element},
                                  {"elements", cost.elements},
                                  {"ns_per_element", cost.ns_per_element},
                                  {"baseline_ns_per_element", cost.baseline_ns_per_element},
                                  {"ratio", cost.ratio}});
        if (cost.over_spring_tick > 0) {
            out["kernels"].back()["cost_relative_to_spring_tick"] = cost.over_spring_tick;
        }
    }
    if (o.colliders > 0) {
        out["colliders"] = o.colliders;
    }
    if (o.budget_ms > 0) {
        out["budget_ms"] = o.budget_ms;
        out["levels"] = report.levels;
        out["longest_over_budget"] = report.over_budget;
    }
    if (!o.trace_file.empty()) {
        out["trace"] = {{"file", o.trace_file}, {"dropped_events", report.trace_dropped}};
    }
    out["state_hash"] = hash_text(report.state_hash);
    return out.dump();
}

std::string bench_table(const bench_report& report) {
    const bench_options& o = report.options;
    std::string out;
    append_format(out,
                  "%" PRId64 " characters of %" PRId64 " bones, %" PRId64
                  " of them springs; %" PRId64 " frames\n",
                  o.characters, o.bones, o.springs, o.frames);
    append_format(out, "%.80s; kernels %s; ", cpu_model().c_str(), report.isa.c_str());
    if (o.threads > 0) {
        append_format(out, "%" PRId64 " worker%s", o.threads, o.threads == 1 ? "" : "s");
    } else {
        append_format(out, "serial");
    }
    append_format(out, ", %s; solver %s; %s; %s\n\n", std::string(schedule_name(o.order)).c_str(),
                  std::string(o.solver.name).c_str(),
                  o.keep_bones    ? "bones kept"
                  : o.sockets > 0 ? "some bones kept"
                                  : "palettes only",
                  ecs_name().c_str());
    append_format(out, "%-12s %12s %-11s %11s %9s %9s %9s %9s %7s\n", "system", "elements", "",
                  "ns/element", "ms/frame", "least", "p50", "p99", "share");
    for (const system_cost& cost : report.systems) {
        append_format(out, "%-12s %12" PRIu64 " %-11s %11.2f %9.4f %9.4f %9.4f %9.4f %6.1f%%\n",
                      cost.name.c_str(), cost.elements, cost.element.c_str(), cost.ns_per_element,
                      cost.mean_ms, cost.min_ms, cost.p50_ms, cost.p99_ms, 100 * cost.share);
    }
    append_format(out, "frame, by the clock on the wall %26.4f %9.4f %9.4f %9.4f\n",
                  report.ms_per_frame, report.frame.min_ms, report.frame.p50_ms,
                  report.frame.p99_ms);
    append_format(out,
                  "last frame: %" PRIu64 " springs, %" PRIu64 " ticks, %" PRIu64 " contacts\n\n",
                  report.last_frame.springs, report.last_frame.ticks, report.last_frame.contacts);
    if (!o.trace_file.empty()) {
        append_format(out, "trace written to %.150s; %" PRIu64 " events found no room in it\n\n",
                      o.trace_file.c_str(), report.trace_dropped);
    }
    if (o.colliders > 0) {
        append_format(out, "%" PRId64 " colliders per character\n", o.colliders);
    }
    if (o.budget_ms > 0) {
        append_format(out,
                      "budget %.4f ms; characters at full, half, quarter rate and frozen: %" PRId64
                      " %" PRId64 " %" PRId64 " %" PRId64
                      "; longest frame after 60: %.0f %% of the budget\n\n",
                      o.budget_ms, report.levels[0], report.levels[1], report.levels[2],
                      report.levels[3], 100 * report.over_budget);
    }
    if (!report.baseline.empty()) {
        append_format(out, "one character at a time, Eigen, -O3, one core:\n");
        for (const baseline_cost& cost : report.baseline) {
            append_format(out, "%-12s %33.2f ns/element, %.1f times what jounce takes\n",
                          cost.name.c_str(), cost.ns_per_element, cost.ratio);
        }
        out += "\n";
    }
    if (!report.kernels.empty()) {
        append_format(out,
                      "kernels alone and the ordinary way in turns, best of each, ns/element:\n");
        for (const kernel_cost& cost : report.kernels) {
            append_format(out, "%-24s %12" PRIu64 " %-8s %11.2f %11.2f %6.1f times\n",
                          cost.name.c_str(), cost.elements, cost.element.c_str(),
                          cost.ns_per_element, cost.baseline_ns_per_element, cost.ratio);
            if (cost.over_spring_tick > 0) {
                append_format(out, "%-24s costs %.2f times what spring_tick does\n", "",
                              cost.over_spring_tick);
            }
        }
        out += "\n";
    }
    append_format(out, "%" PRIu64 " bytes per character; state hash %s\n",
                  report.bytes_per_character, hash_text(report.state_hash).c_str());
    return out;
}

} // namespace jounce::bench

#include <jounce/modules/dev/bench/sweep_format.hpp>

#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/bench/pairs_format.hpp>
#include <jounce/modules/dev/bench/weights_format.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/profiling/append_format.hpp>

#include <nlohmann/json.hpp>

#include <cinttypes>
#include <system_error>
#include <thread>

namespace jounce::bench {
namespace {

using ordered = nlohmann::ordered_json;

ordered point_json(const sweep_report::point& of) {
    const point_cost& cost = of.cost;
    const bench_options& o = cost.options;
    ordered out = {{"label", of.label},
                   {"characters", o.characters},
                   {"bones", o.bones},
                   {"springs", o.springs},
                   {"threads", o.threads},
                   {"isa", cost.isa},
                   {"schedule", schedule_name(o.order)},
                   {"ms_per_frame", cost.best_ms},
                   {"median_ms_per_frame", cost.median_ms},
                   {"ns_per_character", 1e6 * cost.best_ms / static_cast<double>(o.characters)},
                   {"bytes_per_character", cost.bytes_per_character},
                   {"predicted_bytes", cost.predicted_bytes},
                   {"measured_bytes", cost.measured_bytes}};
    out["systems"] = ordered::array();
    for (const system_cost& one : cost.systems) {
        out["systems"].push_back({{"name", one.name},
                                  {"elements", one.elements},
                                  {"ns_per_element", one.ns_per_element},
                                  {"ms_per_frame", one.mean_ms}});
    }
    out["baseline"] = ordered::array();
    for (const baseline_cost& one : cost.baseline) {
        out["baseline"].push_back(
            {{"name", one.name}, {"ns_per_element", one.ns_per_element}, {"ratio", one.ratio}});
    }
    return out;
}

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void append_sweep(std::string& out, const sweep_report& of) {
    append_format(out, "%s (%s; best of %d slices)\n", of.name.c_str(), of.title.c_str(), slices);
    append_format(out, "%-18s %11s %11s %13s %10s %10s %10s  %s\n", "", "ms/frame", "median",
                  "ns/character", "bytes/char", "MiB said", "MiB taken", "the ordinary way");
    for (const sweep_report::point& point : of.points) {
        const point_cost& cost = point.cost;
        append_format(out, "%-18s %11.4f %11.4f %13.1f %10" PRIu64 " %10.1f ", point.label.c_str(),
                      cost.best_ms, cost.median_ms,
                      1e6 * cost.best_ms / static_cast<double>(cost.options.characters),
                      cost.bytes_per_character, mebibytes(cost.predicted_bytes));
        if (cost.measured_bytes > 0) {
            append_format(out, "%10.1f", mebibytes(cost.measured_bytes));
        } else {
            append_format(out, "%10s", "-");
        }
        for (const baseline_cost& one : cost.baseline) {
            append_format(out, "  %s %.1fx", one.name.c_str(), one.ratio);
        }
        out += "\n";
    }
    for (const std::string& why : of.left_out) {
        out += "left out: " + why + "\n";
    }
    out += "\n";
}

ordered times_json(const frame_times& of) {
    return {{"mean_ms", of.mean}, {"p50_ms", of.p50}, {"p99_ms", of.p99}, {"max_ms", of.most}};
}

ordered churn_json(const churn_cost& of) {
    ordered out = {{"characters", of.options.characters},
                   {"bones", of.options.bones},
                   {"springs", of.options.springs},
                   {"frames", of.options.frames},
                   {"changed_per_frame", of.changed}};
    out["ways"] = ordered::array();
    for (const churn_cost::way& way : of.ways) {
        out["ways"].push_back({{"name", way.name},
                               {"change", times_json(way.change)},
                               {"frame", times_json(way.frame)},
                               {"moved_per_frame", way.moved},
                               {"blocks", way.blocks},
                               {"arena_bytes_first", way.first_bytes},
                               {"arena_bytes_most", way.most_bytes}});
    }
    return out;
}

void append_churn(std::string& out, const churn_cost& of) {
    append_format(out,
                  "churn (%" PRId64 " of %" PRId64
                  " characters go and as many come per frame; %" PRId64 " frames; ms)\n",
                  of.changed, of.options.characters, of.options.frames);
    append_format(out, "%-18s %30s  %30s %7s %10s %10s\n", "", "go and come: mean p50 p99 max",
                  "frame: mean p50 p99 max", "blocks", "MiB first", "MiB most");
    for (const churn_cost::way& way : of.ways) {
        append_format(out, "%-18s", way.name.c_str());
        for (const frame_times* times : {&way.change, &way.frame}) {
            append_format(out, " %8.3f %6.3f %6.3f %7.3f ", times->mean, times->p50, times->p99,
                          times->most);
        }
        append_format(out, "%7" PRIu64 " %10.1f %10.1f\n", way.blocks, mebibytes(way.first_bytes),
                      mebibytes(way.most_bytes));
    }
    out += "\n";
}

} // namespace

std::string sweeps_json(const bench_sweeps& of) {
    ordered out = {{"machine",
                    {{"cpu", cpu_model()},
                     {"threads", std::thread::hardware_concurrency()},
                     {"memory_bytes", physical_memory()},
                     {"ecs", ecs_name()}}},
                   {"slices", slices}};
    out["sweeps"] = ordered::array();
    for (const sweep_report& sweep : of.sweeps) {
        ordered points = ordered::array();
        for (const sweep_report::point& point : sweep.points) {
            points.push_back(point_json(point));
        }
        out["sweeps"].push_back({{"name", sweep.name},
                                 {"of", sweep.title},
                                 {"points", std::move(points)},
                                 {"left_out", sweep.left_out}});
    }
    if (of.profiling) {
        out["profiling"] = {{"off_ms", of.profiling->off_ms},
                            {"on_ms", of.profiling->on_ms},
                            {"share", of.profiling->share},
                            {"traced_share", of.profiling->traced_share}};
    }
    if (of.churn) {
        out["churn"] = churn_json(*of.churn);
    }
    if (of.pairs) {
        out["pairs"] = pairs_json(*of.pairs);
    }
    if (of.weights) {
        out["weights"] = weights_json(*of.weights);
    }
    return out.dump();
}

std::string sweeps_table(const bench_sweeps& of) {
    std::string out;
    append_format(out, "%.80s; %s\n\n", cpu_model().c_str(), ecs_name().c_str());
    for (const sweep_report& sweep : of.sweeps) {
        append_sweep(out, sweep);
    }
    if (of.churn) {
        append_churn(out, *of.churn);
    }
    if (of.pairs) {
        out += pairs_table(*of.pairs);
    }
    if (of.weights) {
        out += weights_table(*of.weights);
    }
    if (of.profiling) {
        append_format(out,
                      "measuring costs %.2f %% of a frame of %" PRId64
                      " characters (%.4f ms with, %.4f without), with a trace %.2f %%\n",
                      100 * of.profiling->share, of.profiling->options.characters,
                      of.profiling->on_ms, of.profiling->off_ms, 100 * of.profiling->traced_share);
    }
    return out;
}

std::optional<error> prepare_folder(const std::filesystem::path& folder) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code) {
        return error{errors::cannot_write, folder.string() + ": cannot be made a folder: " +
                                               code.message() + "; give another after -o"};
    }
    return check_replaceable(folder / "bench.json");
}

std::optional<error> write_sweeps(const bench_sweeps& of, const std::filesystem::path& folder) {
    if (std::optional<error> why = prepare_folder(folder)) {
        return why;
    }
    if (std::optional<error> why = replace_file(folder / "bench.json", sweeps_json(of) + "\n")) {
        return why;
    }
    for (const chart_file& chart : sweep_charts(of)) {
        if (std::optional<error> why = replace_file(folder / chart.name, chart.svg)) {
            return why;
        }
    }
    return std::nullopt;
}

} // namespace jounce::bench

#include <jounce/modules/cli/commands.hpp>
#include <jounce/modules/cli/options.hpp>
#include <jounce/modules/cli/progress.hpp>
#include <jounce/modules/dev/bench/affine_cost.hpp>
#include <jounce/modules/dev/bench/bench_format.hpp>
#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/sweep_format.hpp>
#include <jounce/modules/dev/bench/tissue_cost.hpp>
#include <jounce/modules/files/suffix.hpp>

#include <jounce/components/assets/rig.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::cli {
namespace {

int refuse(const std::string& message) {
    std::fprintf(stderr, "jounce bench: %s\n", message.c_str());
    return exit_wrong;
}

/// A progress bar if stderr is a terminal; else nothing, because it would cost time.
bench::progress told_by(progress_bar& bar) {
    if (!bar.is_watched()) {
        return {};
    }
    return [&bar](std::string_view what, std::int64_t done, std::int64_t of) {
        bar.show(what, done, of);
    };
}

int run_sweep(const std::string& name, const bench::bench_options& options,
              const std::string& folder, bool as_json) {
    if (!folder.empty()) {
        // A sweep takes minutes: where its files cannot go is said before.
        if (const std::optional<error> why = bench::prepare_folder(folder)) {
            return refuse(why->message);
        }
    }
    progress_bar bar(name);
    const result<bench::bench_sweeps> report = bench::run_sweeps(name, options, told_by(bar));
    bar.wipe();
    if (!report) {
        return refuse(report.error().message);
    }
    const std::string text =
        as_json ? bench::sweeps_json(*report) + "\n" : bench::sweeps_table(*report);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout); // before what is said below
    if (folder.empty()) {
        return exit_ok;
    }
    if (const std::optional<error> why = bench::write_sweeps(*report, folder)) {
        return refuse(why->message);
    }
    std::fprintf(stderr, "jounce bench: bench.json and charts are in %s\n", folder.c_str());
    return exit_ok;
}

int run_affine(const bench::bench_options& options, bool as_json) {
    progress_bar bar("decomposed");
    const result<bench::affine_cost> report = bench::measure_affine(options, told_by(bar));
    bar.wipe();
    if (!report) {
        return refuse(report.error().message);
    }
    const std::string text =
        as_json ? bench::affine_json(*report) + "\n" : bench::affine_table(*report);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

int run_tissue(const bench::bench_options& options, bool as_json) {
    progress_bar bar("flesh");
    const result<bench::tissue_cost> report = bench::measure_tissue(options, told_by(bar));
    bar.wipe();
    if (!report) {
        return refuse(report.error().message);
    }
    const std::string text =
        as_json ? bench::tissue_json(*report) + "\n" : bench::tissue_table(*report);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

} // namespace

int bench_command(arguments given) {
    bench::bench_options options;
    std::string order(bench::schedule_name(options.order));
    std::string solver = "stable";
    std::string traced_as = "chrome";
    std::string sweep;
    std::string folder;
    const std::vector<std::string_view> sweeps(bench::sweep_names().begin(),
                                               bench::sweep_names().end());
    bool as_json = false;
    bool is_affine = false;
    bool is_tissue = false;
    const command_line takes = {
        "jounce bench",
        "Measures the cost of every system for a crowd of characters, and of the ordinary way.",
        {},
        {{"--characters", "N", "1 to 200000 (default 1000)",
          whole_number{&options.characters, 1, 200000}},
         {"--bones", "B", "per character, 1 to 4096 (default 64)",
          whole_number{&options.bones, 1, max_bones}},
         {"--springs", "S", "of the bones, less than all (default 16)",
          whole_number{&options.springs, 0, max_bones - 1}},
         {"--threads", "T", "workers, 0 to 256; 0 runs without an executor (default 1)",
          whole_number{&options.threads, 0, 256}},
         {"--frames", "F", "1 to 1000000 (default 300)", whole_number{&options.frames, 1, 1000000}},
         {"--schedule", "NAME", "by_system or by_block (default)",
          choice{&order, {"by_system", "by_block"}}},
         {"--solver", "NAME", "stable (default) or reference",
          choice{&solver, {"stable", "reference"}}},
         {"--colliders", "C", "per character, 0 to 256, stable solver (default 0)",
          whole_number{&options.colliders, 0, 256}},
         {"--keep-bones", "",
          "also keep the transforms of all bones after a frame, not only palettes",
          flag{&options.keep_bones}},
         {"--sockets", "N", "bones to keep by name, 0 to 16, where not all are (default 0)",
          whole_number{&options.sockets, 0, 16}},
         {"--affine", "",
          "decomposed characters instead, whose palettes come from clips; one thread",
          flag{&is_affine}},
         {"--tissue", "",
          "characters with flesh instead, by tier, one by Newton's method, one two-way; one thread",
          flag{&is_tissue}},
         {"--budget", "MS", "per frame, 0.001 to 1000: lowers the level of detail to keep it",
          real_number{&options.budget_ms, 0.001, 1000}},
         {"--trace", "FILE", "write when every system ran, for Perfetto",
          text{&options.trace_file}},
         {"--trace-format", "NAME", "chrome (default) or tfprof, of Taskflow's profiler",
          choice{&traced_as, {"chrome", "tfprof"}}},
         {"--sweep", "NAME",
          "measure many: characters, bones, springs, threads, schedules, levels, churn, "
          "profiling, pairs, weights, all",
          choice{&sweep, sweeps}},
         {"-o", "DIR", "with --sweep: bench.json and charts go there", text{&folder}},
         {"--json", "", "one JSON object on stdout", flag{&as_json}}}};
    if (const std::optional<int> code = parse(takes, given)) {
        return *code;
    }
    options.order = *bench::schedule_from_name(order);
    options.solver = solver == "reference" ? reference_solver : stable_solver;
    options.traced_as = traced_as == "tfprof" ? trace_format::tfprof : trace_format::chrome;
    if (!options.trace_file.empty()) {
        if (const std::optional<error> why = check_suffix(options.trace_file, ".json", "a trace")) {
            return refuse(why->message);
        }
    }
    if (is_tissue) {
        return sweep.empty() && folder.empty() && options.trace_file.empty() && !is_affine
                   ? run_tissue(options, as_json)
                   : refuse("--tissue has neither sweeps nor traces");
    }
    if (is_affine) {
        return sweep.empty() && folder.empty() && options.trace_file.empty()
                   ? run_affine(options, as_json)
                   : refuse("--affine has neither sweeps nor traces");
    }
    if (!sweep.empty()) {
        return options.trace_file.empty()
                   ? run_sweep(sweep, options, folder, as_json)
                   : refuse("--trace is of a single run; leave --sweep away");
    }
    if (!folder.empty()) {
        return refuse("-o is where the files of --sweep go; see jounce bench --help");
    }
    progress_bar bar("preparing");
    const result<bench::bench_report> report = bench::run_bench(options, told_by(bar));
    bar.wipe();
    if (!report) {
        return refuse(report.error().message);
    }
    const std::string text =
        as_json ? bench::bench_json(*report) + "\n" : bench::bench_table(*report);
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

} // namespace jounce::cli

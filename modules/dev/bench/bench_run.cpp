#include <jounce/modules/dev/bench/bench_run.hpp>

#include <jounce/components/base/lanes.hpp>
#include <jounce/components/world/detail_budget.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/baseline_run.hpp>
#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/modules/dev/bench/kernel_race.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jounce::bench {
namespace {

/// Room for every batch of every system, as long as a viewer could still show it.
trace_options room_for_trace(const bench_options& options) {
    constexpr std::int64_t most_events = std::int64_t{1} << 18;
    constexpr std::int64_t systems = 10;
    const std::int64_t batches = options.characters / (4 * lane_count) + 5 * options.threads + 1;
    const std::int64_t per_frame = batches * systems;
    const std::int64_t frames = std::min(options.frames, most_events / per_frame + 1);
    const std::int64_t threads = options.threads + 1;
    return {static_cast<std::size_t>(threads),
            static_cast<std::size_t>(std::min(frames * per_frame, most_events)),
            static_cast<std::size_t>(frames)};
}

/// Follows what the budget does.
void note_level(entt::registry& registry, const bench_options& options, std::int64_t frame,
                bench_report& to) {
    const detail_report& now = context<detail_report>(registry);
    for (std::size_t level = 0; level < to.levels.size(); ++level) {
        to.levels[level] = now.characters[level];
    }
    constexpr std::int64_t to_settle = 60;
    if (frame >= to_settle) { // what is measured is the frame before
        to.over_budget = std::max(to.over_budget, now.measured_ms / options.budget_ms);
    }
}

} // namespace

result<bench_report> run_bench(const bench_options& options, const progress& tell) {
    result<std::unique_ptr<bench_scene>> made = bench_scene::make(options);
    if (!made) {
        return made.error();
    }
    bench_scene& scene = **made;
    entt::registry& registry = scene.registry();

    bench_report report;
    context<detail_budget>(registry).milliseconds = options.budget_ms;
    const std::int64_t warm_up = std::min<std::int64_t>(10, options.frames / 10);
    for (std::int64_t frame = 0; frame < options.frames; ++frame) {
        if (frame == warm_up) {
            scene.systems().reset_stats();
            if (!options.trace_file.empty()) {
                scene.systems().profile().trace().start(room_for_trace(options));
            }
        }
        scene.animate();
        scene.frame();
        if (options.budget_ms > 0) {
            note_level(registry, options, frame, report);
        }
        if (tell) {
            tell("frames", frame + 1, options.frames);
        }
    }

    report.options = options;
    report.isa = isa_name(active_isa());
    report.ms_per_frame = scene.systems().stats().wall_ms_mean();
    report.frame = scene.systems().stats().frame_cost();
    report.last_frame = scene.systems().stats().counters();
    report.bytes_per_character = bytes_per_character(registry);
    report.systems = scene.systems().stats().costs();
    // The other solver's systems find no work.
    std::erase_if(report.systems, [](const system_cost& cost) { return cost.elements == 0; });
    double total = 0;
    for (const system_cost& cost : report.systems) {
        total += cost.mean_ms;
    }
    for (system_cost& cost : report.systems) {
        cost.share = total > 0 ? cost.mean_ms / total : 0.0;
    }
    report.state_hash = state_hash(registry);
    if (!options.trace_file.empty()) {
        if (const result<void> written =
                write_trace(options.trace_file, scene.systems().profile(), options.traced_as);
            !written) {
            return written.error();
        }
        report.trace_dropped = scene.systems().profile().trace().dropped_events();
    }
    if (options.baseline) {
        report.baseline = run_baseline(scene.kind(), options, tell);
        compare(report.systems, report.baseline);
        report.kernels = race_kernels(registry, scene.kind(), options);
    }
    return report;
}

} // namespace jounce::bench

#include <jounce/modules/bench/measure_point.hpp>

#include <jounce/modules/bench/baseline_run.hpp>
#include <jounce/modules/bench/bench_scene.hpp>
#include <jounce/modules/bench/machine.hpp>
#include <jounce/modules/pipeline/state_hash.hpp>
#include <jounce/systems/isa.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace jounce::bench {
namespace {

constexpr double slice_ms = 12; ///< of one side
constexpr std::int64_t warm_up = 3;
/// What the ordinary way costs per character does not change beyond, and memory is not for free.
constexpr std::int64_t most_baseline_characters = 4096;

/// Keeps the cheaper of each system.
void keep_best(const std::vector<system_cost>& now, std::vector<system_cost>& best) {
    if (best.empty()) {
        best = now;
        return;
    }
    for (std::size_t s = 0; s < best.size(); ++s) {
        if (now[s].mean_ms < best[s].mean_ms) {
            best[s] = now[s];
        }
    }
}

void keep_best(const std::vector<baseline_cost>& now, std::vector<baseline_cost>& best) {
    if (best.empty()) {
        best = now;
        return;
    }
    for (std::size_t s = 0; s < best.size(); ++s) {
        best[s].ns_per_element = std::min(best[s].ns_per_element, now[s].ns_per_element);
    }
}

double run_slice(bench_scene& scene, std::int64_t frames) {
    scene.systems().reset_stats();
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        scene.animate();
        scene.frame();
    }
    return scene.systems().stats().wall_ms_mean();
}

} // namespace

result<point_cost> measure_point(const bench_options& options) {
    const std::uint64_t before = resident_memory();
    result<std::unique_ptr<bench_scene>> made = bench_scene::make(options);
    if (!made) {
        return made.why();
    }
    bench_scene& scene = **made;
    point_cost out;
    out.options = options;
    out.isa = isa_name(active_isa());
    const double first_ms = run_slice(scene, std::min(warm_up, options.frames));
    const std::uint64_t after = resident_memory();
    out.measured_bytes = after > before ? after - before : 0;
    out.bytes_per_character = bytes_per_character(scene.registry());
    out.predicted_bytes = scene.predicted_bytes();

    const std::int64_t frames =
        std::clamp(static_cast<std::int64_t>(slice_ms / std::max(first_ms, 1e-4)), std::int64_t{1},
                   options.frames);
    std::optional<baseline_crowd> ordinary;
    if (options.baseline) {
        ordinary.emplace(scene.kind(), static_cast<std::size_t>(
                                           std::min(options.characters, most_baseline_characters)));
    }
    std::vector<double> times;
    double ordinary_time = 0;
    for (int slice = 0; slice < slices; ++slice) {
        times.push_back(run_slice(scene, frames));
        keep_best(scene.systems().stats().costs(), out.systems);
        if (ordinary) {
            ordinary->reset_times();
            for (std::int64_t frame = 0; frame < frames; ++frame) {
                ordinary->animate(ordinary_time);
                ordinary->frame(procedural::frame_time);
                ordinary_time += static_cast<double>(procedural::frame_time);
            }
            keep_best(ordinary->costs(options, frames), out.baseline);
        }
    }
    std::sort(times.begin(), times.end());
    out.best_ms = times.front();
    out.median_ms = times[times.size() / 2];
    std::erase_if(out.systems, [](const system_cost& cost) { return cost.elements == 0; });
    compare(out.systems, out.baseline);
    return out;
}

} // namespace jounce::bench

#include <jounce/modules/bench/profiling_cost.hpp>

#include <jounce/modules/bench/bench_scene.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace jounce::bench {
namespace {

/// What is looked for is less than a hundredth of a frame: many short slices find the quiet moments.
constexpr int turns = 200;
constexpr int frames_per_turn = 5;

double run_slice(bench_scene& scene, bool measure, bool trace) {
    profiler& profile = scene.systems().profile();
    profile.set_measuring(measure);
    if (!trace) {
        profile.trace().stop();
    }
    double best = std::numeric_limits<double>::infinity();
    for (int frame = 0; frame < frames_per_turn; ++frame) {
        scene.animate();
        const std::uint64_t start = now_ns();
        scene.frame();
        best = std::min(best, 1e-6 * static_cast<double>(now_ns() - start));
    }
    return best;
}

} // namespace

result<profiling_cost> measure_profiling(const bench_options& options) {
    result<std::unique_ptr<bench_scene>> made = bench_scene::make(options);
    if (!made) {
        return made.why();
    }
    bench_scene& scene = **made;
    run_slice(scene, true, false); // warms up
    constexpr double never = std::numeric_limits<double>::infinity();
    profiling_cost out = {options, never, never, never};
    for (int turn = 0; turn < turns; ++turn) {
        out.off_ms = std::min(out.off_ms, run_slice(scene, false, false));
        out.on_ms = std::min(out.on_ms, run_slice(scene, true, false));
        scene.systems().profile().trace().start();
        out.traced_ms = std::min(out.traced_ms, run_slice(scene, true, true));
    }
    return out;
}

} // namespace jounce::bench

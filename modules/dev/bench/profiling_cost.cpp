#include <jounce/modules/dev/bench/profiling_cost.hpp>

#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/modules/dev/bench/turns.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace jounce::bench {
namespace {

/// What is looked for is less than a hundredth of a frame, on machines whose speed changes by more from
/// moment to moment: many short turns, each compared with its neighbour.
constexpr int turns = 300;
constexpr int frames_per_turn = 3;

enum class way : std::uint8_t { off, on, traced };

double best_frame(bench_scene& scene, way how) {
    profiler& profile = scene.systems().profile();
    profile.set_measuring(how != way::off);
    if (how == way::traced) {
        const std::size_t threads = static_cast<std::size_t>(scene.options().threads) + 1;
        profile.trace().start({threads, 1024, 16}); // small, or it would empty the caches
    } else {
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
        return made.error();
    }
    bench_scene& scene = **made;
    best_frame(scene, way::on); // warms up
    std::vector<double> off;
    std::vector<double> on;
    std::vector<double> over;
    std::vector<double> traced_over;
    for (int turn = 0; turn < turns; ++turn) {
        const bool swapped = turn % 2 == 1; // the later of two neighbours may find a warmer cache
        const double first = best_frame(scene, swapped ? way::on : way::off);
        const double second = best_frame(scene, swapped ? way::off : way::on);
        off.push_back(swapped ? second : first);
        on.push_back(swapped ? first : second);
        over.push_back(on.back() / off.back());
        const double traced = best_frame(scene, way::traced);
        traced_over.push_back(traced / best_frame(scene, way::off));
    }
    profiling_cost out;
    out.options = options;
    out.off_ms = middle_of(std::move(off));
    out.on_ms = middle_of(std::move(on));
    out.share = middle_of(std::move(over)) - 1;
    out.traced_share = middle_of(std::move(traced_over)) - 1;
    return out;
}

} // namespace jounce::bench

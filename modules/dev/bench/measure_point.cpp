#include <jounce/modules/dev/bench/measure_point.hpp>

#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/baseline_run.hpp>
#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/bench/turns.hpp>
#include <jounce/systems/simd/isa.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace jounce::bench {
namespace {

constexpr double slice_ms = 50; ///< of one side
constexpr std::int64_t warm_up = 3;
/// What the ordinary way costs per character does not change beyond, and memory is not for free.
constexpr std::int64_t most_baseline_characters = 4096;

/// Keeps the cheaper of each system. What a system took is its middle frame: one that lost its core to
/// another program for a while says nothing.
void keep_best(const std::vector<system_cost>& now, std::vector<system_cost>& best) {
    for (std::size_t s = 0; s < now.size(); ++s) {
        if (best.size() == s) {
            best.push_back(now[s]);
        } else if (now[s].p50_ms < best[s].p50_ms) {
            best[s] = now[s];
        }
        const double elements = static_cast<double>(best[s].elements);
        best[s].mean_ms = best[s].p50_ms;
        best[s].ns_per_element = elements > 0 ? 1e6 * best[s].p50_ms / elements : 0;
    }
}

/// Runs some frames and gives the middle one's time.
double run_slice(bench_scene& scene, std::int64_t frames) {
    scene.systems().reset_stats();
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        scene.animate();
        scene.frame();
    }
    return scene.systems().stats().frame_cost().p50_ms;
}

/// The same the ordinary way, in turns with it.
class ordinary_side {
public:
    explicit ordinary_side(const bench_scene& beside)
        : options_(beside.options()),
          crowd_(beside.kind(), static_cast<std::size_t>(
                                    std::min(options_.characters, most_baseline_characters))) {}

    void run_slice(std::int64_t frames) {
        std::vector<std::vector<double>> times;
        for (std::int64_t frame = 0; frame < frames; ++frame) {
            crowd_.animate(time_);
            crowd_.reset_times();
            crowd_.frame(procedural::frame_time);
            time_ += static_cast<double>(procedural::frame_time);
            const std::vector<baseline_cost> costs = crowd_.costs(options_, 1);
            times.resize(costs.size());
            for (std::size_t s = 0; s < costs.size(); ++s) {
                times[s].push_back(costs[s].ns_per_element);
            }
            if (best_.empty()) {
                best_ = costs;
            }
        }
        for (std::size_t s = 0; s < times.size(); ++s) {
            const double middle = middle_of(std::move(times[s]));
            best_[s].ns_per_element =
                is_first_ ? middle : std::min(best_[s].ns_per_element, middle);
        }
        is_first_ = false;
    }
    const std::vector<baseline_cost>& best() const { return best_; }

private:
    bench_options options_;
    baseline_crowd crowd_;
    std::vector<baseline_cost> best_;
    double time_ = 0;
    bool is_first_ = true;
};

} // namespace

result<point_cost> measure_point(const bench_options& options) {
    const std::uint64_t before = resident_memory();
    result<std::unique_ptr<bench_scene>> made = bench_scene::make(options);
    if (!made) {
        return made.error();
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
    std::optional<ordinary_side> ordinary;
    if (options.baseline) {
        ordinary.emplace(scene);
    }
    std::vector<double> times;
    for (int slice = 0; slice < slices; ++slice) {
        times.push_back(run_slice(scene, frames));
        keep_best(scene.systems().stats().costs(), out.systems);
        if (ordinary) {
            ordinary->run_slice(frames);
        }
    }
    if (ordinary) {
        out.baseline = ordinary->best();
    }
    out.best_ms = *std::min_element(times.begin(), times.end());
    out.median_ms = middle_of(std::move(times));
    std::erase_if(out.systems, [](const system_cost& cost) { return cost.elements == 0; });
    compare(out.systems, out.baseline);
    return out;
}

} // namespace jounce::bench

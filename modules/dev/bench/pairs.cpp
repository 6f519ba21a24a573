#include <jounce/modules/dev/bench/pairs.hpp>

#include <jounce/modules/dev/bench/bare_threads.hpp>
#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/modules/dev/bench/kernels_alone.hpp>
#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/bench/measure_point.hpp>
#include <jounce/modules/dev/bench/turns.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace jounce::bench {
namespace {

constexpr double kernels_limit = 1.3;
constexpr double threads_limit = 1.10;
constexpr double serial_limit = 1.03;
constexpr double overhead_limit = 0.05;

/// Poses a crowd and times its frame, again and again.
template <class Crowd, class Frame>
double middle_frame(Crowd& crowd, std::int64_t frames, Frame&& frame) {
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(frames));
    for (std::int64_t i = 0; i < frames; ++i) {
        crowd.animate();
        const std::uint64_t start = now_ns();
        frame();
        times.push_back(1e-6 * static_cast<double>(now_ns() - start));
    }
    return middle_of(std::move(times));
}

frame_series series_of(bench_scene& scene, frame_launch launch) {
    return [&scene, launch](std::int64_t frames) {
        double out = 0;
        const auto run = [&] { out = middle_frame(scene, frames, [&] { scene.frame(); }); };
        if (launch == frame_launch::inside) {
            scene.run_inside(run);
        } else {
            run();
        }
        return out;
    };
}

/// What is compared with the kernels alone: one crowd, on its own and in their company.
class crowd_pairs {
public:
    crowd_pairs(const bench_options& options, const pairs_plan& plan, pairs_report& to)
        : options_(options), plan_(plan), to_(to) {}

    /// @return how many pairs `measure` makes
    static std::int64_t count(std::int64_t threads) { return 2 + 2 * threads; }

    std::optional<error> measure(std::int64_t most_threads, const std::function<void()>& done) {
        bench_options serial = options_;
        serial.threads = 0;
        result<std::unique_ptr<bench_scene>> made = bench_scene::make(serial);
        if (!made) {
            return made.error();
        }
        if (std::optional<error> too_much = has_room_for_two(**made)) {
            return too_much;
        }
        kernels_alone kernels((*made)->kind(), static_cast<std::size_t>(options_.characters));
        add_pair({"kernels", 0, frame_launch::here, kernels_limit}, **made,
                 [&](std::int64_t frames) {
                     return middle_frame(kernels, frames, [&] { kernels.frame(); });
                 });
        done();
        add_overheads(**made, kernels);
        done();
        made->reset();
        for (std::int64_t threads = 1; threads <= most_threads; ++threads) {
            bench_options parallel = options_;
            parallel.threads = threads;
            made = bench_scene::make(parallel);
            if (!made) {
                return made.error();
            }
            bare_threads bare(kernels, static_cast<std::size_t>(threads));
            for (const frame_launch launch : {frame_launch::outside, frame_launch::inside}) {
                add_pair({"bare_threads", threads, launch, threads_limit}, **made,
                         [&](std::int64_t frames) {
                             return middle_frame(kernels, frames, [&] { bare.frame(); });
                         });
                done();
            }
        }
        return std::nullopt;
    }

private:
    struct heading {
        std::string name;
        std::int64_t threads;
        frame_launch launch;
        double limit;
    };

    /// The kernels' crowd takes as much as the pipeline's.
    std::optional<error> has_room_for_two(const bench_scene& scene) const {
        const std::uint64_t present = physical_memory();
        if (present == 0 || 2 * scene.predicted_bytes() <= present / 2) {
            return std::nullopt;
        }
        return error{errors::too_much_memory,
                     "two crowds of " + std::to_string(options_.characters) +
                         " characters to compare need more than half of this machine's memory; "
                         "take fewer bones"};
    }

    void add_pair(heading of, bench_scene& scene, const frame_series& other) {
        const auto [ours, theirs] = take_turns(series_of(scene, of.launch), other, plan_.slice_ms);
        to_.pairs.push_back({std::move(of.name), options_.characters, of.threads, of.launch, ours,
                             theirs, of.limit});
    }

    void add_overheads(bench_scene& scene, kernels_alone& kernels);

    const bench_options& options_;
    const pairs_plan& plan_;
    pairs_report& to_;
};

/// Middle frames of slices, by kernel.
using slice_times = std::array<std::vector<double>, kernel_steps>;

void time_kernels(kernels_alone& kernels, std::int64_t frames, slice_times& to) {
    slice_times times;
    for (std::int64_t i = 0; i < frames; ++i) {
        kernels.animate();
        const step_times took = kernels.timed_frame();
        for (std::size_t s = 0; s < kernel_steps; ++s) {
            times[s].push_back(1e-6 * static_cast<double>(took[s]));
        }
    }
    for (std::size_t s = 0; s < kernel_steps; ++s) {
        to[s].push_back(middle_of(std::move(times[s])));
    }
}

void time_systems(bench_scene& scene, std::int64_t frames, slice_times& to) {
    scene.systems().reset_stats();
    for (std::int64_t i = 0; i < frames; ++i) {
        scene.animate();
        scene.frame();
    }
    const std::vector<system_cost> costs = scene.systems().stats().costs();
    for (std::size_t s = 0; s < kernel_steps; ++s) {
        const std::string_view name = step_name(static_cast<kernel_step>(s));
        const auto found = std::find_if(costs.begin(), costs.end(),
                                        [&](const system_cost& c) { return c.name == name; });
        to[s].push_back(found != costs.end() ? found->p50_ms : 0);
    }
}

void crowd_pairs::add_overheads(bench_scene& scene, kernels_alone& kernels) {
    const double frame_ms = middle_frame(kernels, 3, [&] { kernels.frame(); });
    const std::int64_t frames = frames_of_slice(plan_.slice_ms, frame_ms);
    slice_times systems;
    slice_times alone;
    for (int slice = 0; slice < slices; ++slice) {
        if (slice % 2 == 0) {
            time_systems(scene, frames, systems);
            time_kernels(kernels, frames, alone);
        } else {
            time_kernels(kernels, frames, alone);
            time_systems(scene, frames, systems);
        }
    }
    for (std::size_t s = 0; s < kernel_steps; ++s) {
        const side_cost kernel = cost_of(alone[s]);
        if (kernel.best_ms > 0) { // else it is one of the other solver's
            to_.overheads.push_back({std::string(step_name(static_cast<kernel_step>(s))),
                                     options_.characters, cost_of(systems[s]), kernel,
                                     overhead_limit});
        }
    }
}

/// Few characters on workers, beside the same on the calling thread.
std::optional<error> measure_small(bench_options options, const pairs_plan& plan,
                                   std::int64_t threads, pairs_report& to,
                                   const std::function<void()>& done) {
    options.threads = threads;
    result<std::unique_ptr<bench_scene>> shared = bench_scene::make(options);
    options.threads = 0;
    result<std::unique_ptr<bench_scene>> serial = bench_scene::make(options);
    if (!shared || !serial) {
        return !shared ? shared.error() : serial.error();
    }
    for (const frame_launch launch : {frame_launch::outside, frame_launch::inside}) {
        const auto [ours, theirs] = take_turns(
            series_of(**shared, launch), series_of(**serial, frame_launch::here), plan.slice_ms);
        to.pairs.push_back(
            {"serial", options.characters, threads, launch, ours, theirs, serial_limit});
        done();
    }
    return std::nullopt;
}

} // namespace

std::string_view launch_name(frame_launch from) {
    constexpr std::array<std::string_view, 3> names = {"here", "outside", "inside"};
    return names[static_cast<std::size_t>(from)];
}

result<pairs_report> measure_pairs(const bench_options& options, const pairs_plan& plan,
                                   const progress& tell) {
    pairs_report out;
    out.options = options;
    bench_options of = options;
    of.order = schedule::by_block; // as the kernels alone
    of.baseline = false;
    of.budget_ms = 0;
    of.frames = 1024; // for the table to look back on
    const std::int64_t threads = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(std::thread::hardware_concurrency()), 1, plan.most_threads);
    const std::int64_t all =
        static_cast<std::int64_t>(plan.crowds.size()) * crowd_pairs::count(threads) +
        2 * static_cast<std::int64_t>(plan.small.size());
    std::int64_t made = 0;
    const auto done = [&] {
        ++made;
        if (tell) {
            tell("pairs", made, all);
        }
    };
    const auto take = [&](const std::optional<error>& why) {
        const bool is_too_large = why && why->name == "too_much_memory";
        if (is_too_large) {
            out.left_out.push_back(why->message);
        }
        return !why || is_too_large;
    };
    for (const std::int64_t characters : plan.crowds) {
        of.characters = characters;
        const std::optional<error> why = crowd_pairs(of, plan, out).measure(threads, done);
        if (!take(why)) {
            return *why;
        }
    }
    for (const std::int64_t characters : plan.small) {
        of.characters = characters;
        const std::optional<error> why =
            measure_small(of, plan, std::max<std::int64_t>(2, threads), out, done);
        if (!take(why)) {
            return *why;
        }
    }
    return out;
}

} // namespace jounce::bench

#include <jounce/modules/dev/bench/baseline_run.hpp>

#include <jounce/components/base/lanes.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace jounce::bench {
namespace {

using clock = std::chrono::steady_clock;

double ns_between(clock::time_point from, clock::time_point to) {
    return std::chrono::duration<double, std::nano>(to - from).count();
}

/// What jounce takes for the work of a baseline entry.
double ns_of(const std::vector<system_cost>& systems, std::string_view baseline_name) {
    double ns = 0;
    for (const system_cost& cost : systems) {
        const bool is_spring_step = cost.name == "integrate" || cost.name == "project";
        if (cost.name == baseline_name || (baseline_name == "springs" && is_spring_step)) {
            ns += cost.ns_per_element;
        }
    }
    return ns;
}

} // namespace

baseline_crowd::baseline_crowd(const procedural::model& of, std::size_t characters)
    : kind_(of.kind), plan_(of.plan), characters_(characters, make_baseline(*of.kind)) {}

void baseline_crowd::animate(double time) {
    for (std::size_t i = 0; i < characters_.size(); ++i) {
        for (const procedural::driver& bone : *plan_) {
            set_local(characters_[i], static_cast<std::size_t>(bone.bone),
                      procedural::pose_at(bone, time, procedural::crowd_phase(i)));
        }
    }
}

void baseline_crowd::frame(float dt) {
    // In groups of eight, like jounce's blocks: a group stays in cache from fk to springs, and the
    // clock is read as often on both sides.
    constexpr std::size_t group = lane_count;
    for (std::size_t first = 0; first < characters_.size(); first += group) {
        const std::size_t end = std::min(first + group, characters_.size());
        const clock::time_point start = clock::now();
        for (std::size_t i = first; i < end; ++i) {
            baseline_fk(*kind_, characters_[i]);
        }
        const clock::time_point middle = clock::now();
        for (std::size_t i = first; i < end; ++i) {
            baseline_springs(*kind_, dt, characters_[i]);
        }
        fk_ns_ += ns_between(start, middle);
        springs_ns_ += ns_between(middle, clock::now());
    }
}

std::vector<baseline_cost> run_baseline(const procedural::model& of, const bench_options& options,
                                        const progress& tell) {
    constexpr std::int64_t enough_frames = 60;
    const std::int64_t frames = std::min(enough_frames, options.frames);
    const std::int64_t warm_up = std::min<std::int64_t>(10, frames / 10);
    baseline_crowd crowd(of, static_cast<std::size_t>(options.characters));
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        crowd.animate(static_cast<double>(frame) * static_cast<double>(procedural::frame_time));
        crowd.frame(procedural::frame_time);
        if (frame + 1 == warm_up) {
            crowd.reset_times();
        }
        if (tell) {
            tell("baseline frames", frame + 1, frames);
        }
    }
    return crowd.costs(options, frames - warm_up);
}

std::vector<baseline_cost> baseline_crowd::costs(const bench_options& options,
                                                 std::int64_t frames) const {
    const double runs = static_cast<double>(frames) * static_cast<double>(characters_.size());
    std::vector<baseline_cost> costs;
    costs.push_back({"fk", fk_ns_ / (runs * static_cast<double>(options.bones)), 0});
    if (options.springs > 0 && options.solver == reference_solver) {
        costs.push_back(
            {"springs", springs_ns_ / (runs * static_cast<double>(options.springs)), 0});
    }
    return costs;
}

void compare(const std::vector<system_cost>& systems, std::vector<baseline_cost>& baseline) {
    for (baseline_cost& cost : baseline) {
        const double ours = ns_of(systems, cost.name);
        cost.ratio = ours > 0 ? cost.ns_per_element / ours : 0;
    }
}

} // namespace jounce::bench

#include <jounce/modules/dev/bench/spring_race.hpp>

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/modules/dev/bench/baseline_pose.hpp>
#include <jounce/modules/dev/bench/race.hpp>
#include <jounce/systems/pose/fk.hpp>
#include <jounce/systems/pose/tick_range.hpp>
#include <jounce/systems/reference/integrate.hpp>
#include <jounce/systems/reference/project.hpp>
#include <jounce/systems/reference/reference_pose.hpp>
#include <jounce/systems/stable/plan_strands.hpp>
#include <jounce/systems/stable/stable_frame.hpp>
#include <jounce/systems/stable/stable_pose.hpp>
#include <jounce/systems/stable/stable_view_of.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::int32_t raced_colliders = 4;
constexpr float since_tick = 0.5F; ///< share of a tick, for stable_pose

constexpr std::size_t blocks_at_once = 4; ///< under way, as in a pipeline

/// Frames before the race: springs are in full swing, and out of the colliders they began in.
constexpr int warm_up_frames = 24;

std::size_t bytes_of(block_data& block) {
    std::size_t bytes = 0;
    block.each([&](auto& component) {
        if constexpr (requires { visit_lanes(component, [](std::span<lane<float>>) {}); }) {
            visit_lanes(component, [&](std::span<lane<float>> all) { bytes += all.size_bytes(); });
        }
    });
    return bytes;
}

/// From where the first array of some components begins to where the last of them ends.
template <class... Components> std::span<const std::byte> memory_of(Components&... components) {
    const std::byte* first = nullptr;
    const std::byte* last = nullptr;
    const auto add = [&](std::span<lane<float>> all) {
        const std::span<const std::byte> bytes = std::as_bytes(all);
        if (!bytes.empty()) {
            first = first == nullptr ? bytes.data() : std::min(first, bytes.data());
            last = std::max(last, bytes.data() + bytes.size());
        }
    };
    (visit_lanes(components, add), ...);
    return {first, last};
}

std::size_t blocks_for(const character_kind& kind, std::int64_t characters) {
    constexpr std::int64_t most_characters = 4096;
    constexpr std::size_t most_bytes = std::size_t{128} << 20;
    block_data one = make_block_data(kind);
    const std::size_t bytes =
        bytes_of(one) + lane_count * (baseline_bytes(kind) + stable_baseline_bytes(kind));
    const std::size_t wanted =
        (static_cast<std::size_t>(std::min(characters, most_characters)) + lane_count - 1) /
        lane_count;
    return std::clamp<std::size_t>(most_bytes / bytes, 1, wanted);
}

std::unique_ptr<race_crowd> make_crowd(const bench_options& options, solver_id solver,
                                       std::int32_t colliders) {
    result<procedural::model> made =
        procedural::bench_character(static_cast<std::int32_t>(options.bones),
                                    static_cast<std::int32_t>(options.springs), solver, colliders);
    if (!made) {
        return nullptr; // more colliders than there are bones for them
    }
    const std::size_t blocks = blocks_for(*made->kind, options.characters);
    const std::size_t wanted = static_cast<std::size_t>(options.characters);
    const std::size_t held = std::min(blocks * lane_count, wanted);
    return std::make_unique<race_crowd>(*std::move(made), blocks, held);
}

/// Crowds that take turns, in blocks and the ordinary way; the best of nine frames (300 of a few).
struct crowd_times {
    spring_times blocks = {infinity, infinity};
    spring_times ordinary = {infinity, infinity};

    static constexpr double infinity = std::numeric_limits<double>::infinity();
};
std::vector<crowd_times> race_frames(std::span<race_crowd* const> crowds) {
    const int turns = crowds.front()->poses().size() < lane_count ? 300 : 9;
    std::vector<crowd_times> best(crowds.size());
    const auto keep = [](spring_times& least, const spring_times& now) {
        least = {std::min(least.springs, now.springs), std::min(least.bones, now.bones)};
    };
    for (int frame = 0; frame < warm_up_frames + turns; ++frame) {
        for (std::size_t i = 0; i < crowds.size(); ++i) {
            const spring_times ours = crowds[i]->frame_of_blocks();
            const spring_times theirs = crowds[i]->frame_of_ordinary();
            if (frame >= warm_up_frames) {
                keep(best[i].blocks, ours);
                keep(best[i].ordinary, theirs);
            }
        }
    }
    return best;
}

kernel_cost springs_of(std::string name, const race_crowd& crowd, const crowd_times& best) {
    return compared(std::move(name), "spring", crowd.springs(), best.blocks.springs,
                    best.ordinary.springs);
}
kernel_cost bones_of(std::string name, const race_crowd& crowd, const crowd_times& best) {
    return compared(std::move(name), "bone", crowd.bones(), best.blocks.bones, best.ordinary.bones);
}

} // namespace

race_crowd::race_crowd(procedural::model of, std::size_t blocks, std::size_t characters)
    : of_(std::move(of)), strands_(plan_strands(of_.kind->rig, of_.kind->springs.stable)),
      scratch_(blocks_at_once),
      poses_(characters > 0 ? characters : blocks * lane_count, make_baseline(*of_.kind)),
      block_clock_{procedural::frame_time, 0, 2}, // motion has faded in
      ordinary_clock_(block_clock_) {
    blocks_.reserve(blocks);
    for (std::size_t b = 0; b < blocks; ++b) {
        blocks_.push_back(make_block_data(*of_.kind, arena_.take(block_bytes(*of_.kind))));
    }
    for (frame_scratch& one : scratch_) {
        fit_scratch(one, *of_.kind);
    }
    if (is_stable()) {
        ordinary_.assign(poses_.size(), make_stable_baseline(*of_.kind));
    }
}

std::size_t race_crowd::bones() const { return poses_.size() * of_.kind->rig.parents.size(); }

std::size_t race_crowd::springs() const {
    const spring_set& set = of_.kind->springs;
    return poses_.size() * (set.springs.size() + set.stable.springs.size());
}

int race_crowd::ticks_in(const frame_clock& clock) const {
    if (!is_stable()) {
        return 1;
    }
    const tick_range range = ticks_of(static_cast<double>(of_.kind->springs.stable.tick_seconds), 0,
                                      clock, time_control{}.max_ticks);
    return static_cast<int>(range.last - range.first + 1);
}

void race_crowd::pose_block(std::size_t index, double time) {
    block_data& block = blocks_[index];
    for (int lane = 0; lane < lane_count; ++lane) {
        const double phase =
            procedural::crowd_phase(index * lane_count + static_cast<std::size_t>(lane));
        for (const procedural::driver& bone : *of_.plan) {
            set_lane(block.local.bones[static_cast<std::size_t>(bone.bone)], lane,
                     procedural::pose_at(bone, time, phase));
        }
    }
    fk<float>(of_.kind->rig, of_.kind->springs, block.local,
              scratch_[index % blocks_at_once].rigid);
}

void race_crowd::pose_ordinary(std::size_t index, double time) {
    for (const procedural::driver& bone : *of_.plan) {
        set_local(poses_[index], static_cast<std::size_t>(bone.bone),
                  procedural::pose_at(bone, time, procedural::crowd_phase(index)));
    }
    baseline_fk(*of_.kind, poses_[index]);
}

void race_crowd::simulate_block(std::size_t index) {
    const character_kind& kind = *of_.kind;
    block_data& block = blocks_[index];
    frame_scratch& scratch = scratch_[index % blocks_at_once];
    if (!is_stable()) {
        integrate<float>(kind.springs, scratch.rigid, block.dynamic, procedural::frame_time,
                         block.springs);
        project<float>(kind.springs, scratch.rigid, block.springs, block.dynamic);
        return;
    }
    tick_options<float> options;
    options.active_lanes = lanes_of(index);
    options.strands = &strands_;
    options.room = &scratch.strands;
    if (index + blocks_at_once < blocks_.size()) {
        block_data& next = blocks_[index + blocks_at_once];
        options.ahead =
            memory_of(next.history, next.environment, next.carried, next.colliders, next.stable);
    }
    run_ticks<float>(stable_view_of(kind, block, scratch.rigid, scratch.stable), block_clock_,
                     options);
}

void race_crowd::simulate_ordinary(std::size_t index) {
    if (is_stable()) {
        baseline_frame(*of_.kind, ordinary_clock_, poses_[index], ordinary_[index]);
    } else {
        baseline_springs(*of_.kind, procedural::frame_time, poses_[index]);
    }
}

spring_times race_crowd::frame_of_blocks() {
    const character_kind& kind = *of_.kind;
    const auto turn = [&](std::size_t b) {
        block_data& block = blocks_[b];
        frame_scratch& scratch = scratch_[b % blocks_at_once];
        if (is_stable()) {
            stable_pose<float>(
                pose_view_of(stable_view_of(kind, block, scratch.rigid, scratch.stable)),
                since_tick, block.transforms);
        } else {
            reference_pose<float>(kind.rig, kind.springs, scratch.rigid, block.dynamic,
                                  block.transforms);
        }
    };
    return frame_of(
        block_clock_, blocks_.size(), blocks_at_once,
        [&](std::size_t b) { pose_block(b, block_clock_.time); },
        [&](std::size_t b) { simulate_block(b); }, turn);
}

spring_times race_crowd::frame_of_ordinary() {
    const character_kind& kind = *of_.kind;
    const auto turn = [&](std::size_t i) {
        if (is_stable()) {
            baseline_deflect(kind, since_tick, poses_[i], ordinary_[i]);
        } else {
            baseline_rst(kind, poses_[i]);
        }
    };
    return frame_of(
        ordinary_clock_, poses_.size(), blocks_at_once * lane_count,
        [&](std::size_t i) { pose_ordinary(i, ordinary_clock_.time); },
        [&](std::size_t i) { simulate_ordinary(i); }, turn);
}

template <class Pose, class Simulate, class Turn>
spring_times race_crowd::frame_of(frame_clock& clock, std::size_t count, std::size_t at_once,
                                  Pose&& pose, Simulate&& simulate, Turn&& turn) const {
    clock.time += static_cast<double>(clock.dt);
    ++clock.frame;
    stopwatch springs, bones;
    for (std::size_t first = 0; first < count; first += at_once) {
        const std::size_t end = std::min(first + at_once, count);
        const auto each = [&](auto& work) {
            for (std::size_t i = first; i < end; ++i) {
                work(i);
            }
        };
        each(pose);
        springs.start();
        each(simulate);
        springs.stop();
        bones.start();
        each(turn);
        bones.stop();
    }
    return {springs.ns() / ticks_in(clock), bones.ns()};
}

std::vector<kernel_cost> race_springs(const bench_options& options) {
    std::vector<kernel_cost> out;
    if (options.springs == 0) {
        return out;
    }
    if (const auto crowd = make_crowd(options, reference_solver, 0)) {
        race_crowd* const alone[] = {crowd.get()};
        const crowd_times best = race_frames(alone).front();
        out.push_back(springs_of("spring_step", *crowd, best));
        out.push_back(bones_of("reference_pose", *crowd, best));
    }
    const auto plain = make_crowd(options, stable_solver, 0);
    const auto with_colliders = make_crowd(options, stable_solver, raced_colliders);
    if (plain == nullptr) {
        return out;
    }
    // In the same turns, so that the two crowds can be compared with each other too.
    std::vector<race_crowd*> both = {plain.get()};
    if (with_colliders != nullptr) {
        both.push_back(with_colliders.get());
    }
    const std::vector<crowd_times> best = race_frames(both);
    out.push_back(springs_of("spring_tick", *plain, best.front()));
    if (with_colliders != nullptr) {
        const double without = out.back().ns_per_element;
        out.push_back(springs_of("spring_tick_" + std::to_string(raced_colliders) + "_colliders",
                                 *with_colliders, best.back()));
        out.back().over_spring_tick = without > 0 ? out.back().ns_per_element / without : 0;
    }
    out.push_back(bones_of("stable_pose", *plain, best.front()));
    return out;
}

} // namespace jounce::bench

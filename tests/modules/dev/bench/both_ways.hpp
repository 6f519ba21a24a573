#pragma once

// The stable solver and the same in the ordinary way, side by side.

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/modules/dev/bench/baseline_pose.hpp>
#include <jounce/modules/dev/bench/stable_baseline.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include "support/stable_block.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jounce::test {

/// The longest side of a kind at rest.
inline float extent_of(const rig& bones) {
    vec3<float> least = bones.rest_tail.front();
    vec3<float> most = least;
    for (const vec3<float>& tail : bones.rest_tail) {
        least = {std::min(least.x, tail.x), std::min(least.y, tail.y), std::min(least.z, tail.z)};
        most = {std::max(most.x, tail.x), std::max(most.y, tail.y), std::max(most.z, tail.z)};
    }
    return std::max({most.x - least.x, most.y - least.y, most.z - least.z});
}

/// Eight characters both ways. `other` is what the ordinary way is told that they are.
class both_ways {
public:
    both_ways(const procedural::model& of, character_kind other)
        : of_(of), block_(*of.kind), other_(std::move(other)),
          poses_(lane_count, bench::make_baseline(other_)),
          springs_(lane_count, bench::make_stable_baseline(other_)) {}
    explicit both_ways(const procedural::model& of) : both_ways(of, *of.kind) {}

    /// Model spaces move, gravity turns, and now and then somebody is put elsewhere.
    void travel(int frame) {
        environment_lanes<float>& now = block_.data.environment.lanes.front();
        for (int lane = 0; lane < lane_count; ++lane) {
            const double t = frame / 60.0 + 0.3 * lane;
            const quat<float> turn =
                cast<float>(axis_angle(vec3<double>{0.48, 0.6, 0.64}, 0.05 * std::sin(2 * t)));
            const vec3<float> shift =
                cast<float>(vec3<double>{0.04 * std::cos(3 * t), 0.01 * std::sin(5 * t), 0.02});
            const vec3<float> gravity =
                cast<float>(vec3<double>{3 * std::sin(t), -9, 3 * std::cos(t)});
            const float growth = 1 + 0.004F * static_cast<float>(std::sin(4 * t));
            set_lane(now.turn, lane, turn);
            set_lane(now.shift, lane, shift);
            set_lane(now.gravity, lane, gravity);
            now.growth.v[lane] = growth;
            const bool jumps = (frame + 7 * lane) % 50 == 49;
            now.jump.v[lane] = jumps ? 1.0F : 0.0F;
            bench::stable_baseline::surroundings& world = of_lane(lane).world;
            world.turn = bench::to_quaternion(turn);
            world.shift = bench::to_vector(shift);
            world.gravity = bench::to_vector(gravity);
            world.growth = growth;
            now.weight.v[lane] = world.weight = 1 - 0.1F * static_cast<float>(lane);
            world.jumps = world.jumps || jumps;
        }
    }

    /// Gives the ordinary way jounce's state. Contacts are not forgiving: whether a tail just touches or
    /// just does not is decided by rounding, and what it does then differs by a thousandth before it
    /// is damped. So where there are colliders every frame starts from the same state.
    void adopt() {
        for (int lane = 0; lane < lane_count; ++lane) {
            const auto of = [&](const lane_vec3<float>& v) -> Eigen::Vector3f {
                return bench::to_vector(get_lane(v, lane));
            };
            bench::stable_baseline& to = of_lane(lane);
            for (std::size_t s = 0; s < to.springs.size(); ++s) {
                const spring_state<float>& from = block_.data.stable.springs[s];
                to.springs[s] = {of(from.deflection), of(from.before), of(from.velocity),
                                 of(from.position),   of(from.drive),  of(from.coupling)};
            }
            for (std::size_t c = 0; c < to.tick_end.size(); ++c) {
                const lane_collider<float>& from = block_.data.colliders.tick_end[c];
                to.tick_end[c] = {of(from.a), of(from.b), from.radius.v[lane],
                                  from.radius_b.v[lane]};
            }
        }
    }

    void frame(double dt) {
        if (has_colliders()) {
            adopt();
        }
        for (int lane = 0; lane < lane_count; ++lane) {
            baseline_pose(lane);
        }
        block_.frame(dt);
        for (int lane = 0; lane < lane_count; ++lane) {
            bench::baseline_character& pose = poses_[static_cast<std::size_t>(lane)];
            bench::baseline_fk(other_, pose);
            bench::baseline_frame(other_, block_.clock, pose, of_lane(lane));
            const double seconds = static_cast<double>(other_.springs.stable.tick_seconds);
            const double progress = ticks_of(seconds, 0, block_.clock, 16).progress;
            bench::baseline_deflect(other_, static_cast<float>(progress), pose, of_lane(lane));
            contacts_ += block_.data.colliders.contacts[static_cast<std::size_t>(lane)];
        }
        ++frames_;
    }

    /// Calls `see` with how far apart each of all tails is, over the extent: as simulated, and as the
    /// bone's transform shows it. Not in the first frame if
    /// there are colliders: they come from nowhere, and throw out who is inside so fast that rounding
    /// decides where to.
    template <class See> void compare(See&& see) const {
        const float extent = extent_of(of_.kind->rig);
        for (std::size_t s = 0; s < block_.data.stable.springs.size(); ++s) {
            for (int lane = 0; lane < lane_count; ++lane) {
                const vec3<float> ours = get_lane(block_.data.stable.springs[s].position, lane);
                const bench::stable_baseline& theirs = springs_[static_cast<std::size_t>(lane)];
                const Eigen::Vector3f by = bench::to_vector(ours) - theirs.springs[s].position;
                const std::size_t b =
                    static_cast<std::size_t>(of_.kind->springs.stable.springs[s].bone);
                const bench::baseline_character::bone& bone =
                    poses_[static_cast<std::size_t>(lane)].transforms[b];
                const Eigen::Vector3f shown =
                    bone.translation +
                    bone.scale * (bone.rotation * bench::to_vector(of_.kind->rig.tail_local[b]));
                const Eigen::Vector3f shown_by = bench::to_vector(block_.tail(b, lane)) - shown;
                const float apart = std::max(by.norm(), shown_by.norm()) / extent;
                see(has_colliders() && frames_ == 1 ? 0.0F : apart);
            }
        }
    }
    /// The largest of them.
    float difference() const {
        float largest = 0;
        compare([&](float apart) { largest = std::max(largest, apart); });
        return largest;
    }
    bench::stable_baseline& of_lane(int lane) { return springs_[static_cast<std::size_t>(lane)]; }
    /// How often a collider pushed a spring.
    std::uint64_t contacts() const { return contacts_; }
    const stable_block<float>& block() const { return block_; }

private:
    bool has_colliders() const { return !of_.kind->springs.stable.colliders.empty(); }
    void baseline_pose(int lane) {
        for (const procedural::driver& bone : *of_.plan) {
            const std::size_t b = static_cast<std::size_t>(bone.bone);
            const transform<float> local = procedural::pose_at(
                bone, block_.clock.time, procedural::crowd_phase(static_cast<std::size_t>(lane)));
            set_lane(block_.data.local.bones[b], lane, local);
            bench::set_local(poses_[static_cast<std::size_t>(lane)], b, local);
        }
    }

    procedural::model of_;
    stable_block<float> block_;
    character_kind other_;
    std::vector<bench::baseline_character> poses_;
    std::vector<bench::stable_baseline> springs_;
    std::uint64_t contacts_ = 0;
    int frames_ = 0;
};

} // namespace jounce::test

#include <jounce/modules/dev/bench/stable_baseline.hpp>

#include "support/stable_block.hpp"

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/modules/dev/bench/baseline_pose.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/systems/pose/tick_range.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace jounce;

namespace {

/// The longest side of a kind at rest.
float extent_of(const rig& bones) {
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
        environment_lanes<float>& now = block_.data.conditions.lanes.front();
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
            now.jump.v[lane] = jumps ? 1.0F : now.jump.v[lane];
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
                const spring_state<float>& from = block_.data.swing.springs[s];
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
        for (std::size_t s = 0; s < block_.data.swing.springs.size(); ++s) {
            for (int lane = 0; lane < lane_count; ++lane) {
                const vec3<float> ours = get_lane(block_.data.swing.springs[s].position, lane);
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
    const test::stable_block<float>& block() const { return block_; }

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
    test::stable_block<float> block_;
    character_kind other_;
    std::vector<bench::baseline_character> poses_;
    std::vector<bench::stable_baseline> springs_;
    std::uint64_t contacts_ = 0;
    int frames_ = 0;
};

procedural::model bench_kind(int colliders) {
    return *procedural::bench_character(64, 16, stable_solver, colliders);
}

/// Springs that feel everything: gravity, their limit and their greatest speed.
procedural::model busy_kind() {
    return *procedural::retuned(bench_kind(4), [](spring_tuning& t) {
        t.gravity = 0.4;
        t.frequency = 1.5;
        t.inherit = 0.5;
        t.max_speed = 0.8;
        t.limit.shape = limit_shape::cone;
        t.limit.angle = 0.5;
    });
}

constexpr float tolerance = 1e-4F; ///< of the extent

/// Where tails travel fast among colliders a few of them touch on a knife's edge, and not the same few
/// at another level of instructions.
constexpr double knife_edges = 1e-3; ///< share of all tails in all frames

/// The share of tails in 120 frames that the ordinary way has elsewhere if it is told something else
/// of its springs.
double share_apart(const procedural::model& of, bool travels,
                   const std::function<void(stable_spring<float>&)>& edit) {
    character_kind other = *of.kind;
    for (stable_spring<float>& spring : other.springs.stable.springs) {
        edit(spring);
    }
    both_ways both(of, other);
    int apart = 0;
    int all = 0;
    for (int f = 0; f < 120; ++f) {
        if (travels) {
            both.travel(f);
        }
        both.frame(1.0 / 60);
        both.compare([&](float by) {
            apart += by < tolerance ? 0 : 1;
            ++all;
        });
    }
    return static_cast<double>(apart) / all;
}

} // namespace

TEST_CASE("the stable baseline computes what jounce computes", "[bench][stable_baseline]") {
    for (const procedural::model& of :
         {bench_kind(0), *procedural::bench_character(24, 20, stable_solver),
          *procedural::bench_character(5, 4, stable_solver), procedural::tentacle()}) {
        both_ways both(of);
        float swung = 0;
        for (int f = 0; f < 120; ++f) {
            both.frame(1.0 / 60);
            CAPTURE(of.name, f);
            REQUIRE(both.difference() < tolerance);
            for (int lane = 0; lane < lane_count; ++lane) {
                swung = std::max(swung, both.block().deviation(lane));
            }
        }
        CHECK(swung > 100 * tolerance * extent_of(of.kind->rig)); // there was something to compare
    }
}

TEST_CASE("the stable baseline follows model spaces, any frame rate and jumps",
          "[bench][stable_baseline]") {
    // Frames without a tick, with many, and with more than are allowed.
    const double lengths[] = {1.0 / 60, 1.0 / 200, 1.0 / 300, 1.0 / 24, 1.0 / 90, 0.25};
    both_ways both(bench_kind(0));
    for (int f = 0; f < 120; ++f) {
        both.travel(f);
        both.frame(lengths[static_cast<std::size_t>(f) % std::size(lengths)]);
        CAPTURE(f);
        // A pose's speed over a frame of 3 ms is mostly rounding, and a frame of 40 or 250 ms after it
        // makes much of that: the kernels with and without contraction are then 1.5e-4 m apart as well,
        // in the same frames.
        REQUIRE(both.difference() < 10 * tolerance);
    }
}

TEST_CASE("colliders of the bench push springs, in both ways alike", "[bench][stable_baseline]") {
    both_ways both(bench_kind(4));
    for (int f = 0; f < 120; ++f) {
        both.frame(1.0 / 60);
        CAPTURE(f);
        REQUIRE(both.difference() < tolerance);
    }
    CHECK(both.contacts() > 1000);
}

TEST_CASE("a stable baseline that lacks a term is found out", "[bench][stable_baseline]") {
    const procedural::model plain = bench_kind(0);
    const procedural::model busy = busy_kind();
    const auto nothing = [](stable_spring<float>&) {};
    CHECK(share_apart(plain, false, nothing) == 0);
    CHECK(share_apart(plain, true, nothing) == 0);
    CHECK(share_apart(busy, true, nothing) < knife_edges);
    constexpr double plenty = 20 * knife_edges;
    CHECK(share_apart(plain, false, [](auto& s) { s.drag = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.inherit = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.weight = 0.9F; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.bend_omega2 = 0; }) > plenty);
    CHECK(share_apart(plain, false, [](auto& s) { s.steps[0].bend.ya = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.gravity = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.max_speed = 50; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.limit_x = 4; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.radius = 0.015F; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.friction = 0; }) > plenty);
    CHECK(share_apart(busy, true, [](auto& s) { s.collides_with = 0; }) > plenty);
}

TEST_CASE("the stable baseline says what it does not know", "[bench][stable_baseline]") {
    CHECK(bench::baseline_knows(*bench_kind(4).kind));
    CHECK(bench::baseline_knows(*busy_kind().kind));
    CHECK_FALSE(bench::baseline_knows(*procedural::duck().kind));  // stretches
    CHECK_FALSE(bench::baseline_knows(*procedural::belly().kind)); // shifts
    const auto with = [](const std::function<void(character_kind&)>& edit) {
        character_kind kind = *bench_kind(4).kind;
        edit(kind);
        return bench::baseline_knows(kind);
    };
    const auto body = [](character_kind& kind) -> collider& {
        return kind.springs.stable.colliders[1].body; // a capsule
    };
    CHECK(with([](character_kind&) {}));
    CHECK_FALSE(with([](character_kind& kind) { kind.rig.is_affine = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.chains_collide = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.springs[3].pinned = true; }));
    CHECK_FALSE(with([](character_kind& kind) { kind.springs.stable.springs[3].hook = 0.5F; }));
    CHECK_FALSE(with(
        [](character_kind& kind) { kind.springs.stable.springs[3].limit = limit_shape::hinge; }));
    CHECK_FALSE(
        with([](character_kind& kind) { kind.springs.stable.springs[3].collide_segment = true; }));
    CHECK_FALSE(with([&](character_kind& kind) { body(kind).inside = true; }));
    CHECK_FALSE(with([&](character_kind& kind) { body(kind).shape = collider_shape::box; }));
    CHECK_FALSE(
        with([&](character_kind& kind) { body(kind).radius_b = 0.3F; })); // swallows the rest
}

#include <jounce/modules/rig/convert.hpp>

#include "support/random_rigs.hpp"
#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

using namespace jounce;
using test::chain_recipe;
using test::dice;
using test::stable_block;

namespace {

double magnitude(dice& roll, double least, double most) {
    return roll.number(0, 1) < 0.1 ? 0.0 : std::pow(10.0, roll.number(least, most));
}

/// Anything that a user may ask for.
spring_tuning any_tuning(dice& roll) {
    spring_settings s;
    s.stiffness = magnitude(roll, -3, 9);
    s.damping = magnitude(roll, -3, 6);
    s.mass = std::pow(10.0, roll.number(-6, 6));
    s.velocity_scale = roll.number(0, 1) < 0.5 ? 1 : roll.number(0, 1);
    spring_tuning t = tuning_of(s, 1.0 / 60);
    t.fixed_length = roll.whole(0, 1) == 0;
    t.hook = roll.whole(0, 2) * 0.5;
    t.gravity = roll.number(0, 1);
    t.inherit = roll.whole(0, 2) * 0.5;
    t.min_stretch = roll.number(0.1, 1);
    t.max_stretch = roll.number(1, 2);
    t.limit.shape = static_cast<limit_shape>(roll.whole(0, 3));
    t.limit.angle = roll.number(0, std::numbers::pi);
    t.limit.pitch = roll.number(0, std::numbers::pi);
    t.limit.yaw = roll.number(0, std::numbers::pi);
    if (roll.whole(0, 3) == 0) {
        t.limit.centre = roll.rotation();
    }
    return t;
}

void shake(stable_block<float>& block, dice& roll, double size) {
    for (int lane = 0; lane < lane_count; ++lane) {
        transform<float> pose;
        pose.rotation = cast<float>(roll.rotation());
        pose.translation = cast<float>(roll.vector(size));
        set_lane(block.data.local.bones[0], lane, pose);
        set_lane(block.data.environment.lanes.front().gravity, lane, cast<float>(roll.vector(20)));
    }
}

bool is_finite(const vec3<float>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Angle of the shown bone from its limit's centre, beyond what is allowed; <= 0 inside.
double beyond_limit(const stable_spring<float>& spring, const vec3<float>& deflection) {
    const vec3<double> axis = cast<double>(spring.axis);
    const vec3<double> y = cast<double>(deflection);
    const vec3<double> across = y - dot(axis, y) * axis;
    if (spring.hook > 0 || spring.translate || !spring.limit_is_centred) {
        return length(across) - 4.0001;
    }
    const quat<double> f = cast<double>(spring.limit_frame);
    const vec3<double> seen = rotate(quat<double>{-f.x, -f.y, -f.z, f.w}, across);
    switch (spring.limit) {
    case limit_shape::hinge:
        return std::max(std::abs(seen.x), std::abs(seen.z) - static_cast<double>(spring.limit_z));
    case limit_shape::spherical:
        return std::max(std::abs(seen.x) - static_cast<double>(spring.limit_x),
                        std::abs(seen.z) - static_cast<double>(spring.limit_z));
    default: return length(across) - static_cast<double>(spring.limit_x);
    }
}

} // namespace

TEST_CASE("any parameters, any motion and any time step stay finite and within bounds",
          "[stable][property][one_thread]") {
    dice roll(20260);
    long long combinations = 0;
    while (combinations < 100'000) {
        chain_recipe recipe;
        // Mostly short, some as long as they come.
        recipe.links = roll.whole(0, 20) == 0 ? roll.whole(16, 64) : roll.whole(1, 6);
        stable_block<float> block(test::chain_kind<float>(recipe, any_tuning(roll)));
        // Every link its own.
        stable_builder springs;
        for (int i = 0; i < recipe.links; ++i) {
            springs.add("link" + std::to_string(i), any_tuning(roll));
        }
        block.kind.springs = *springs.build(block.kind.rig);
        block.data = make_block_data(block.kind);
        for (int frame = 0; frame < 4; ++frame) {
            shake(block, roll, roll.whole(0, 3) == 0 ? 1000 : 0.3);
            const double dt = std::pow(10.0, roll.number(-4, 1));
            block.frame(dt);
            combinations += recipe.links;
            for (std::size_t s = 0; s < block.kind.springs.stable.springs.size(); ++s) {
                const stable_spring<float>& spring = block.kind.springs.stable.springs[s];
                const std::size_t b = static_cast<std::size_t>(spring.bone);
                for (int lane = 0; lane < lane_count; lane += 3) {
                    CAPTURE(combinations, s, lane, dt, static_cast<int>(spring.limit),
                            spring.limit_is_centred, spring.hook, spring.fixed_length,
                            spring.limit_x, spring.limit_z);
                    const spring_state<float>& state = block.data.stable.springs[s];
                    REQUIRE(is_finite(get_lane(state.velocity, lane)));
                    REQUIRE(is_finite(get_lane(state.position, lane)));
                    REQUIRE(beyond_limit(spring, get_lane(state.deflection, lane)) < 1e-3);
                    const transform<float> bone = block.bone(b, lane);
                    REQUIRE(is_finite(bone.translation));
                    const double stretch = static_cast<double>(bone.scale);
                    if (spring.fixed_length) {
                        REQUIRE(std::abs(stretch - 1) < 1e-4);
                    } else {
                        REQUIRE(stretch > 1 + static_cast<double>(spring.least_stretch) - 1e-4);
                        REQUIRE(stretch < 1 + static_cast<double>(spring.most_stretch) + 1e-4);
                    }
                }
            }
        }
    }
}

TEST_CASE("a limit keeps the shown angle", "[stable][limit]") {
    for (const double degrees : {5.0, 40.0, 90.0, 170.0}) {
        spring_tuning t;
        t.frequency = 0.5;
        t.damping_ratio = 0.1;
        t.limit.shape = limit_shape::cone;
        t.limit.angle = degrees * std::numbers::pi / 180;
        chain_recipe recipe;
        recipe.links = 1;
        stable_block<float> block(test::chain_kind<float>(recipe, t));
        double widest = 0;
        for (int i = 0; i < 240; ++i) {
            transform<float> pose;
            pose.rotation =
                axis_angle<float>({0, 0, 1}, 3.0F * std::sin(static_cast<float>(i) * 0.3F));
            block.pose_all(0, pose);
            block.frame(1.0 / 60);
            const vec3<float> bone = block.tail(1) - block.bone(1).translation;
            const vec3<float> rigid = block.rigid_tail(1) - block.bone(1).translation;
            const float cosine = dot(bone, rigid) / (length(bone) * length(rigid));
            widest =
                std::max(widest, std::acos(std::clamp(static_cast<double>(cosine), -1.0, 1.0)));
        }
        CAPTURE(degrees, widest * 180 / std::numbers::pi);
        CHECK(widest <= t.limit.angle + 1e-3);
        CHECK(widest >= std::min(t.limit.angle, 1.0) - 1e-2); // and it was reached
    }
}

TEST_CASE("poses that are not numbers leave no trace in the state", "[stable]") {
    spring_tuning t;
    stable_block<float> block(test::chain_kind<float>({}, t));
    block.frames(3, 1.0 / 60);
    for (const float bad : {std::nanf(""), INFINITY, 1e38F, -1e30F}) {
        transform<float> pose;
        pose.translation = {bad, 0, bad};
        block.pose_all(0, pose);
        block.frames(3, 1.0 / 60);
        block.pose_all(0, transform<float>{});
        block.frames(600, 1.0 / 60);
        CAPTURE(bad);
        CHECK(block.deviation() < 1e-5F);
    }
}

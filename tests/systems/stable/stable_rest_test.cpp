#include "support/random_rigs.hpp"
#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using test::chain_recipe;
using test::dice;
using test::stable_block;

namespace {

/// A rig of any shape, most of whose bones are springs: branches, gaps, unconnected children, scale.
basic_character_kind<float> any_kind(std::uint32_t seed, bool shears) {
    dice roll(seed);
    test::rig_recipe recipe;
    recipe.bones = roll.whole(2, 24);
    recipe.stretch = shears;
    recipe.mirror = shears;
    basic_character_kind<float> kind;
    kind.rig = *test::random_bones(roll, recipe).build<float>();
    stable_builder springs;
    for (const std::string& name : kind.rig.names) {
        if (roll.number(0, 1) < 0.7) {
            spring_tuning t;
            t.frequency = roll.number(1, 6);
            t.damping_ratio = roll.number(0.2, 1.5);
            t.fixed_length = roll.whole(0, 1) == 0;
            t.hook = roll.whole(0, 2) * 0.5;
            t.output = roll.whole(0, 4) == 0 ? spring_transform::translate
                                             : spring_transform::rotate_scale;
            springs.add(name, t);
        }
    }
    kind.springs = *springs.build(kind.rig);
    kind.bind = make_rest_bind(kind.rig);
    return kind;
}

double apart(const lane_transform<float>& a, const lane_transform<float>& b, int lane) {
    const transform<double> p = cast<double>(get_lane(a, lane));
    const transform<double> q = cast<double>(get_lane(b, lane));
    double most = 0;
    for (const vec3<double>& corner : {vec3<double>{0, 0, 0}, vec3<double>{0.5, 0, 0},
                                       vec3<double>{0, 0.5, 0}, vec3<double>{0, 0, 0.5}}) {
        most = std::max(most, length(to_affine(p) * corner - to_affine(q) * corner));
    }
    return most;
}

double extent(const rig& of) {
    double most = 0;
    for (const vec3<float>& tail : of.rest_tail) {
        most = std::max(most, static_cast<double>(length(tail - of.rest_head.front())));
    }
    return most;
}

} // namespace

TEST_CASE("springs return to the animated pose, whatever the rig",
          "[stable][property][one_thread]") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr std::uint32_t rigs = 15; // all sixty take minutes there
#else
    constexpr std::uint32_t rigs = 60;
#endif
    for (std::uint32_t seed = 0; seed < rigs; ++seed) {
        for (const bool shears : {false, true}) {
            stable_block<float> block(any_kind(seed, shears));
            dice roll(1000 + seed);
            double moved = 0;
            for (int i = 0; i < 20; ++i) {
                test::sway_all(block.data.local, block.kind, roll);
                block.frame(1.0 / 30);
                moved = std::max(moved, static_cast<double>(block.deviation()));
            }
            block.frames(60 * 30, 1.0 / 60);
            CAPTURE(seed, shears, moved);
            CHECK((block.kind.springs.stable.empty() || moved > 1e-3));
            for (std::size_t b = 0; b < block.data.rigid.bones.size(); ++b) {
                for (int lane = 0; lane < lane_count; ++lane) {
                    CAPTURE(b, lane);
                    REQUIRE(apart(block.data.transforms.bones[b], block.data.rigid.bones[b], lane) <
                            1e-5 * extent(block.kind.rig));
                }
            }
        }
    }
}

TEST_CASE("twist that the animation gives a spring bone is kept", "[stable]") {
    chain_recipe recipe;
    recipe.links = 3;
    spring_tuning t;
    stable_block<double> block(test::chain_kind<double>(recipe, t));
    const vec3<double> axis = {0, -1, 0};
    double largest = 0;
    for (int i = 0; i < 240; ++i) {
        const double time = i / 60.0;
        transform<double> root;
        root.translation = {0.2 * std::sin(6 * time), 0, 0.1 * std::sin(4 * time)};
        block.pose_all(0, root);
        const double twist = 1.2 * std::sin(2 * time);
        transform<double> link = block.kind.rig.rest_local[1];
        link.rotation = axis_angle(axis, twist);
        block.pose_all(1, link);
        block.frame(1.0 / 60);
        // Rotation from the rest pose splits into a swing and the twist about the bone.
        const quat<double> q = block.bone(1).rotation;
        const quat<double> rigid = get_lane(block.data.rigid.bones[1], 0).rotation;
        const vec3<double> from = rotate(rigid, axis);
        const vec3<double> to = rotate(q, axis);
        const quat<double> swing = normalised(quat<double>{cross(from, to).x, cross(from, to).y,
                                                           cross(from, to).z, 1 + dot(from, to)});
        const quat<double> left = quat<double>{-swing.x, -swing.y, -swing.z, swing.w} * q *
                                  quat<double>{-rigid.x, -rigid.y, -rigid.z, rigid.w};
        largest = std::max(
            largest, 2 * std::asin(std::min(1.0, length(vec3<double>{left.x, left.y, left.z}))));
        CAPTURE(i, twist);
        REQUIRE(largest < 1e-4);
    }
    CHECK(block.data.stable.springs.size() == 3);
}

TEST_CASE("lanes do not feel each other", "[stable][property]") {
    stable_block<float> together(any_kind(5, false));
    stable_block<float> alone(any_kind(5, false));
    dice roll(3);
    dice same(3);
    for (int i = 0; i < 60; ++i) {
        test::sway_all(together.data.local, together.kind, roll);
        test::sway_all(alone.data.local, alone.kind, same);
        for (int lane = 1; lane < lane_count; ++lane) {
            rest_lane(alone.data.local, alone.kind, lane);
        }
        together.frame(1.0 / 60);
        alone.frame(1.0 / 60);
    }
    for (std::size_t s = 0; s < together.data.stable.springs.size(); ++s) {
        CHECK(together.deflection(s) == alone.deflection(s));
    }
}

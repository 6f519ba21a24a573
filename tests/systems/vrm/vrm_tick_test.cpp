#include "support/random_rigs.hpp"
#include "support/vrm_block.hpp"
#include "support/vrm_reference.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <cmath>
#include <limits>
#include <string>

using namespace jounce;

namespace {

/// Two chains below a hip that moves, one with a bone that is no joint, both among colliders; those of
/// the second chain hang on the first, which comes later in the rig.
struct scenario {
    rig_builder bones;
    vrm_description springs;
};

scenario make_scenario(std::uint32_t seed, bool non_uniform) {
    test::dice roll(seed);
    scenario out;
    const auto add = [&](const std::string& name, int parent, const vec3<double>& at) {
        rig_builder::joint joint;
        joint.name = name;
        joint.parent = parent;
        joint.rotation = roll.rotation();
        joint.translation = at;
        const double scale = roll.number(0.8, 1.25);
        joint.scale = {scale, scale, scale};
        if (non_uniform) {
            joint.scale = {roll.number(0.7, 1.4), roll.number(0.7, 1.4), roll.number(0.7, 1.4)};
        }
        joint.handle = true;
        return out.bones.add(joint);
    };
    const auto arm = [&] { return vec3<double>{0.05, -0.12, 0.03} + roll.vector(0.05); };
    const std::int32_t hip = add("hip", -1, {0, 1, 0});
    const std::int32_t holder = add("holder", hip, roll.vector(0.1));
    const auto random_joint = [&](std::int32_t bone, std::int32_t tail) {
        vrm_joint joint;
        joint.bone = bone;
        joint.tail_bone = tail;
        joint.hit_radius = roll.number(0, 0.03);
        joint.is_vrm_0 = tail % 2 == 0;
        joint.stiffness = roll.number(0, 3);
        joint.gravity_power = roll.number(0, 1);
        joint.gravity_dir = roll.vector(1);
        joint.drag_force = roll.number(0.05, 0.9);
        joint.limit.shape = static_cast<limit_shape>(roll.whole(0, 3));
        joint.limit.angle = roll.number(0.2, 1.5);
        joint.limit.pitch = roll.number(0.2, 1.5);
        joint.limit.yaw = roll.number(0.2, 1.5);
        const vec3<double> w = roll.vector(0.3);
        joint.limit.rotation = normalised(quat<double>{w.x, w.y, w.z, 1});
        return joint;
    };
    // Its bones come first in the rig and must wait nevertheless.
    vrm_chain second;
    second.name = "second";
    second.groups = {1, 0};
    std::vector<std::int32_t> b = {add("b0", hip, roll.vector(0.1))};
    for (int i = 1; i < 4; ++i) {
        b.push_back(add("b" + std::to_string(i), b.back(), arm()));
    }
    std::vector<std::int32_t> a = {add("a0", hip, roll.vector(0.1))};
    for (int i = 1; i < 6; ++i) {
        a.push_back(add("a" + std::to_string(i), a.back(), arm()));
    }
    vrm_chain first;
    first.name = "first";
    first.groups = {0};
    first.centre = seed % 3 == 1 ? hip : -1;
    second.centre = seed % 3 == 2 ? hip : -1;
    first.joints = {random_joint(a[0], a[2]), random_joint(a[2], a[3]), random_joint(a[3], a[4]),
                    random_joint(a[4], a[5])};
    vrm_joint last = random_joint(a[5], -1);
    last.tail_offset = arm();
    first.joints.push_back(last);
    second.joints = {random_joint(b[0], b[1]), random_joint(b[1], b[2]), random_joint(b[2], b[3])};
    out.springs.chains = {second, first};

    const auto body = [&](std::int32_t bone, vrm_shape shape, bool inside) {
        vrm_body made;
        made.bone = bone;
        made.shape = shape;
        made.inside = inside;
        made.offset = roll.vector(0.1);
        made.tail = roll.vector(0.3);
        made.normal = roll.vector(1);
        made.radius = inside ? roll.number(0.4, 0.7) : roll.number(0.02, 0.1);
        if (shape == vrm_shape::plane) {
            made.offset = {0, -0.3, 0};
        }
        out.springs.bodies.push_back(made);
    };
    body(holder, vrm_shape::sphere, false);
    body(hip, vrm_shape::capsule, false);
    body(hip, vrm_shape::plane, false);
    body(hip, vrm_shape::sphere, true);
    body(a[3], vrm_shape::sphere, false);
    body(a[4], vrm_shape::capsule, false);
    body(holder, vrm_shape::capsule, true);
    out.springs.groups = {{"body", {0, 1, 2, 3, 6}}, {"first chain", {4, 5}}};
    out.springs.radius_scale = static_cast<vrm_radius_scale>(seed / 3 % 3);
    return out;
}

/// Where the hip and the holder are at a time, differently in each lane.
transform<double> moved(const transform<double>& rest, double t, int lane, double size) {
    const double phase = 0.7 * lane;
    transform<double> out = rest;
    out.translation =
        rest.translation + size * vec3<double>{std::sin(3 * t + phase), 0.3 * std::sin(5 * t),
                                               std::cos(2 * t + phase) - std::cos(phase)};
    out.rotation = normalised(axis_angle<double>({0, 1, 0}, 4 * size * std::sin(2.1 * t + phase)) *
                              rest.rotation);
    return out;
}

} // namespace

TEST_CASE("a tick is the specification's, for any chains, colliders, limits and centres",
          "[vrm][property][one_thread]") {
    const std::uint32_t seed = GENERATE(range(1U, 25U));
    const bool non_uniform = seed % 4 == 0;
    CAPTURE(seed, non_uniform);
    const scenario made = make_scenario(seed, non_uniform);
    const basic_rig<double> rig = *made.bones.build<double>();
    test::vrm_block<double> block(rig, made.springs);
    const basic_rig<float> narrow_rig = *made.bones.build<float>();
    test::vrm_block<float> narrow(narrow_rig, made.springs);
    std::vector<test::vrm_reference> references(lane_count, test::vrm_reference(rig, made.springs));
    double largest = 0;
    double largest_shown = 0;
    double largest_narrow = 0;
    int pushes = 0;
    int limited = 0;
    for (int k = 1; k <= 90; ++k) {
        for (int lane = 0; lane < lane_count; ++lane) {
            test::vrm_reference& reference = references[static_cast<std::size_t>(lane)];
            for (const std::size_t bone : {std::size_t{0}, std::size_t{1}}) {
                const transform<double> local = moved(rig.rest_local[bone], k / 60.0, lane, 0.1);
                reference.local[bone] = local;
                set_lane(block.data.local.bones[bone], lane, local);
                set_lane(narrow.data.local.bones[bone], lane, cast<float>(local));
            }
            reference.tick(k == 1);
        }
        block.tick();
        narrow.tick();
        for (int lane = 0; lane < lane_count; ++lane) {
            const test::vrm_reference& reference = references[static_cast<std::size_t>(lane)];
            for (std::size_t s = 0; s < reference.size(); ++s) {
                const vec3<double> expected = reference.tail(s);
                largest_shown =
                    std::max(largest_shown, length(block.shown_tail(s, lane) - expected));
                largest_narrow = std::max(
                    largest_narrow, length(cast<double>(narrow.shown_tail(s, lane)) - expected));
                if (block.kind.springs.vrm.springs[s].centre < 0) {
                    largest = std::max(largest, length(block.tail(s, lane) - expected));
                }
            }
        }
    }
    for (const test::vrm_reference& one : references) {
        pushes += one.pushes;
        limited += one.limited;
    }
    CAPTURE(largest, largest_shown, largest_narrow, pushes, limited);
    CHECK(largest < 1e-9);
    // With shear a turned bone is as long as its new direction is, not as its rest direction.
    CHECK((non_uniform || largest_shown < 1e-9));
    CHECK((non_uniform || largest_narrow < 1e-3));
    CHECK(pushes > 50);
}

TEST_CASE("a collider that hangs on what it pushes is met where the last tick left it", "[vrm]") {
    // A tail and, on the same bone, a sphere around it: the push must use last tick's place.
    rig_builder bones;
    bones.add(rig_builder::joint{.name = "root", .handle = true});
    bones.add(rig_builder::joint{.name = "head", .parent = 0, .handle = true});
    bones.add(
        rig_builder::joint{.name = "tail", .parent = 1, .translation = {0, -1, 0}, .handle = true});
    const basic_rig<double> rig = *bones.build<double>();
    vrm_description springs;
    springs.bodies = {{.bone = 1, .offset = {0.3, -1, 0}, .radius = 0.35}};
    springs.groups = {{"own", {0}}};
    springs.chains = {
        {.name = "one", .joints = {{.bone = 1, .tail_bone = 2, .stiffness = 0}}, .groups = {0}}};
    test::vrm_block<double> block(rig, springs);
    REQUIRE(block.kind.springs.vrm.late.size() == 1);
    block.tick();
    // By hand: pushed by 0.05 along -x, back to length 1.
    const double size = std::hypot(0.05, 1.0);
    const vec3<double> first = {-0.05 / size, -1 / size, 0};
    CHECK(length(block.tail(0) - first) < 1e-12);
    block.tick();
    // The sphere now is where the turned bone has it.
    const double c = 1 / size;
    const double s = 0.05 / size; // turned by atan(0.05) about -z: x' = c x + s y, y' = c y - s x
    const vec3<double> centre = {c * 0.3 + s * -1, c * -1 - s * 0.3, 0};
    vec3<double> n = first + 0.5 * (first - vec3<double>{0, -1, 0});
    n = (1 / length(n)) * n;
    const double gap = length(n - centre) - 0.35;
    if (gap < 0) {
        n = n - (gap / length(n - centre)) * (n - centre);
        n = (1 / length(n)) * n;
    }
    CHECK(length(block.tail(0) - n) < 1e-12);
}

TEST_CASE("poses that are not numbers do not stay in the state", "[vrm][bad-input]") {
    const scenario made = make_scenario(3, false);
    const rig bones = *made.bones.build<float>();
    test::vrm_block<float> block(bones, made.springs);
    block.tick(5);
    transform<float> broken = bones.rest_local[0];
    broken.translation.x = std::numeric_limits<float>::quiet_NaN();
    set_lane(block.data.local.bones[0], 2, broken);
    block.tick(3);
    set_lane(block.data.local.bones[0], 2, bones.rest_local[0]);
    block.tick(240);
    for (std::size_t s = 0; s < block.data.vrm.springs.size(); ++s) {
        CHECK(std::isfinite(length(block.tail(s, 2))));
        CHECK(length(block.shown_tail(s, 2) - block.shown_tail(s, 1)) < 1e-3F);
    }
}

TEST_CASE("a lane does not depend on its neighbours", "[vrm]") {
    const scenario made = make_scenario(5, false);
    const rig bones = *made.bones.build<float>();
    test::vrm_block<float> alone(bones, made.springs);
    test::vrm_block<float> crowded(bones, made.springs);
    for (int k = 1; k <= 60; ++k) {
        for (int lane = 0; lane < lane_count; ++lane) {
            const transform<float> local =
                cast<float>(moved(cast<double>(bones.rest_local[0]), k / 60.0, lane, 0.1));
            set_lane(crowded.data.local.bones[0], lane, local);
            if (lane == 6) {
                set_lane(alone.data.local.bones[0], 1, local);
            }
        }
        if (k == 20) { // a neighbour starts anew, another stands still
            crowded.data.carried.lanes.front().jump.v[0] = 1;
            crowded.data.environment.lanes.front().still.v[3] = 1;
        }
        alone.tick();
        crowded.tick();
    }
    for (std::size_t s = 0; s < alone.data.vrm.springs.size(); ++s) {
        CHECK(alone.tail(s, 1) == crowded.tail(s, 6));
        CHECK(alone.shown_tail(s, 1) == crowded.shown_tail(s, 6));
    }
}

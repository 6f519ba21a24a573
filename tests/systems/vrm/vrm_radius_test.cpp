// What the scale of nodes and of characters does to radii, by hand.

#include "support/vrm_block.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>

namespace vrm_radius_test {

using namespace jounce;

namespace {

constexpr double radius = 0.3;
constexpr double hit_radius = 0.05;
constexpr double length_of_bone = 0.5;

/// A bone that hangs down and keeps its place, among one sphere on a node of its own. Neither stiffness
/// nor gravity: all that moves the tail is the push.
struct scene {
    rig_builder bones;
    vrm_description springs;

    scene(const vec3<double>& node_scale, double head_scale, bool inside, bool is_vrm_0) {
        bones.add(rig_builder::joint{.name = "root", .handle = true});
        rig_builder::joint head = {.name = "head", .parent = 0, .handle = true};
        head.scale = {head_scale, head_scale, head_scale};
        bones.add(head);
        rig_builder::joint node = {.name = "node", .parent = 0, .handle = true};
        node.translation = centre(inside);
        node.scale = node_scale;
        bones.add(node);
        vrm_joint joint;
        joint.bone = 1;
        joint.tail_offset = {0, -length_of_bone / head_scale, 0};
        joint.hit_radius = hit_radius;
        joint.is_vrm_0 = is_vrm_0;
        joint.stiffness = 0;
        springs.bodies = {{.bone = 2, .inside = inside, .radius = radius}};
        springs.groups = {{"all", {0}}};
        springs.chains = {{"chain", {joint}, {0}, -1}};
    }
    static vec3<double> centre(bool inside) {
        return inside ? vec3<double>{0.6, 0, 0.1} : vec3<double>{0.1, -0.55, 0.05};
    }
};

/// Where one push by a sphere of this radius, that of the tail included, puts the tail.
vec3<double> pushed(double reach, bool inside) {
    const vec3<double> rest = {0, -length_of_bone, 0};
    const vec3<double> d = rest - scene::centre(inside);
    const double gap = inside ? reach - length(d) : length(d) - reach;
    REQUIRE(gap < 0);
    const vec3<double> out = scene::centre(inside) + (reach / length(d)) * d;
    return (length_of_bone / length(out)) * out;
}

template <class Real> vec3<double> tail_after(const scene& made, double character_scale = 1) {
    test::vrm_block<Real> block(*made.bones.template build<Real>(), made.springs);
    for (int lane = 0; lane < lane_count; ++lane) {
        block.data.environment.lanes.front().unit.v[lane] = Real(1 / character_scale);
    }
    block.tick();
    return cast<double>(block.tail(0));
}

} // namespace

TEMPLATE_TEST_CASE("radii grow with scaled nodes as is asked for", "[vrm]", float, double) {
    struct expectation {
        vrm_radius_scale reading;
        bool inside;
        bool is_vrm_0;
        double collider; ///< times the radius: 2 where it grows with its node
        double hit;      ///< times the hit radius: 1.5 where it grows with the head
    };
    const expectation one = GENERATE(expectation{vrm_radius_scale::univrm, false, false, 2, 1},
                                     expectation{vrm_radius_scale::univrm, false, true, 2, 1.5},
                                     expectation{vrm_radius_scale::univrm, true, false, 1, 1},
                                     expectation{vrm_radius_scale::all, false, false, 2, 1.5},
                                     expectation{vrm_radius_scale::all, true, true, 2, 1.5},
                                     expectation{vrm_radius_scale::none, false, true, 1, 1},
                                     expectation{vrm_radius_scale::none, true, false, 1, 1});
    CAPTURE(static_cast<int>(one.reading), one.inside, one.is_vrm_0);
    const double allowed = sizeof(TestType) == 4 ? 1e-6 : 1e-12;
    // The largest axis counts, and a mirrored one as much as another.
    for (const vec3<double>& axes :
         {vec3<double>{2, 2, 2}, vec3<double>{0.5, 2, 1}, vec3<double>{1, 0.7, -2}}) {
        CAPTURE(axes.x, axes.y, axes.z);
        scene made(axes, 1.5, one.inside, one.is_vrm_0);
        made.springs.radius_scale = one.reading;
        const double sign = one.inside ? -1 : 1;
        const double reach = radius * one.collider + sign * hit_radius * one.hit;
        CHECK(length(tail_after<TestType>(made) - pushed(reach, one.inside)) < allowed);
        // Of a character twice as large, what does not grow is half as much in its own metres.
        const auto own = [](double factor) { return factor == 1 ? 0.5 : factor; };
        const double of_large = radius * own(one.collider) + sign * hit_radius * own(one.hit);
        CHECK(length(tail_after<TestType>(made, 2) - pushed(of_large, one.inside)) < allowed);
    }
}

TEST_CASE("under shear a radius grows as UniVRM has it", "[vrm]") {
    // A node turned by 45 degrees below one stretched threefold: its axes are sqrt(5) long, but where the
    // rotation alone would have them they reach 2.
    scene made({1, 1, 1}, 1, false, false);
    made.bones = {};
    made.bones.add(rig_builder::joint{.name = "root", .handle = true});
    made.bones.add(rig_builder::joint{.name = "head", .parent = 0, .handle = true});
    rig_builder::joint above = {.name = "above", .parent = 0, .handle = true};
    above.translation = scene::centre(false);
    above.scale = {1, 3, 1};
    made.bones.add(above);
    rig_builder::joint node = {.name = "node", .parent = 2, .handle = true};
    node.rotation = axis_angle<double>({0, 0, 1}, std::atan(1.0));
    made.bones.add(node);
    made.springs.bodies[0].bone = 3;
    const vec3<double> expected = pushed(2 * radius + hit_radius, false);
    CHECK(length(tail_after<double>(made) - expected) < 1e-12);
}

} // namespace vrm_radius_test

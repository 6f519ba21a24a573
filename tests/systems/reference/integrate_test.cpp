#include <jounce/systems/reference/integrate.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

/// One bone along x, from 0 to 2.
basic_character_kind<double> one_spring(const spring_settings& settings) {
    rig_builder bones;
    rig_builder::segment bone;
    bone.name = "bone";
    bone.tail = {2, 0, 0};
    bones.add(bone);
    reference_builder springs;
    springs.add("bone", settings);
    basic_character_kind<double> kind;
    kind.rig = *bones.build<double>();
    kind.springs = *springs.build(kind.rig);
    return kind;
}

/// k=100, kd=4, m=2, ds=1/2, dt=1/10; the free mass displaced to x=3 with speed 1.
spring_settings round_numbers() {
    spring_settings s;
    s.mass = 2;
    s.stiffness = 100;
    s.damping = 4;
    s.velocity_scale = 0.5;
    s.fixed_length = false;
    return s;
}

struct stepped {
    vec3<double> position, velocity, anchor;
};

stepped step_once(const basic_character_kind<double>& kind, basic_block_data<double>& data) {
    integrate(kind.springs, data.rigid, data.dynamic, 0.1, data.springs);
    const spring_particle<double>& p = data.springs.particles[0];
    return {get_lane(p.position, 0), get_lane(p.velocity, 0), get_lane(p.anchor, 0)};
}

} // namespace

TEST_CASE("integrate matches the step derived by hand", "[integrate][golden]") {
    const auto kind = one_spring(round_numbers());
    auto data = make_block_data(kind);
    set_lane(data.springs.particles[0].position, 0, {3, 0, 0});
    set_lane(data.springs.particles[0].velocity, 0, {1, 0, 0});
    const stepped s = step_once(kind, data);
    // d=-3, n=-1, F = (100 (3-2) - 4 (-1)) (-1) = -104; v1 = (1 - 0.05 * 104) / 2 = -2.1
    CHECK_THAT(s.velocity.x, WithinAbs(-2.1, 1e-13));
    CHECK_THAT(s.position.x, WithinAbs(2.79, 1e-13));
    CHECK(s.velocity.y == 0);
}

TEST_CASE("the edge constraint pulls the spring to its rest length", "[integrate][golden]") {
    spring_settings settings = round_numbers();
    settings.edge_constraint = true;
    double expected = 2;
    SECTION("rigid") { settings.compliance = 0; }
    SECTION("compliant") {
        // w = 1/2, alpha/dt^2 = 0.5: half of the way from 2.79 to 2
        settings.compliance = 0.005;
        expected = 2.395;
    }
    const auto kind = one_spring(settings);
    auto data = make_block_data(kind);
    set_lane(data.springs.particles[0].position, 0, {3, 0, 0});
    set_lane(data.springs.particles[0].velocity, 0, {1, 0, 0});
    const stepped s = step_once(kind, data);
    CHECK_THAT(s.position.x, WithinAbs(expected, 1e-13));
    CHECK_THAT(s.velocity.x, WithinAbs((expected - 3) / 0.1, 1e-12));
}

TEST_CASE("the first step drives nothing, later ones move the fixed mass", "[integrate]") {
    const auto kind = one_spring(round_numbers());
    auto data = make_block_data(kind);
    set_lane(data.rigid.tails[0], 0, {2, 1, 0}); // the animation moved the tail up by one
    CHECK(step_once(kind, data).anchor == vec3<double>{0, 0, 0});
    CHECK(step_once(kind, data).anchor == vec3<double>{0, 1, 0});
    CHECK(step_once(kind, data).anchor == vec3<double>{0, 2, 0});
    CHECK(get_lane(data.springs.particles[0].anchor, 1) == vec3<double>{0, 0, 0});
}

TEST_CASE("a spring of no length stays finite", "[integrate]") {
    spring_settings settings = round_numbers();
    settings.hook = 1; // a point spring at rest: both masses in one place
    settings.edge_constraint = true;
    const auto kind = one_spring(settings);
    auto data = make_block_data(kind);
    const stepped s = step_once(kind, data);
    CHECK(s.position == vec3<double>{2, 0, 0});
    CHECK(s.velocity == vec3<double>{0, 0, 0});
}

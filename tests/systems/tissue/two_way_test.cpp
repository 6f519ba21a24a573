#include "systems/tissue/contact_scene.hpp"
#include "systems/tissue/reactive_limb.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace {

using namespace jounce;
using namespace jounce::test;

double angle(const quat<double>& q) {
    return 2 * std::asin(std::min(1.0, std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z)));
}

template <class Real> double widest_joint(const reactive_limb<Real>& limb) {
    double out = 0;
    for (std::size_t b = 1; b < 3; ++b) {
        const vec3<double> joint = {0.25 * static_cast<double>(b), 0, 0};
        out = std::max(out, length(limb.carried(b, joint) - limb.carried(b - 1, joint)));
    }
    return out;
}

/// The root is held to the animation as well.
reactive_options held_bones() {
    reactive_options out = free_bones();
    out.bones[0].hold = 1e6;
    out.bones[0].hold_damping = 1e3;
    out.bones[0].turn = 1e4;
    out.bones[0].turn_damping = 10;
    return out;
}

} // namespace

TEST_CASE("Bones and flesh at rest stay there", "[tissue][two_way]") {
    reactive_limb<double> limb(held_bones());
    for (int step = 0; step < 60; ++step) {
        limb.frame();
    }
    for (std::size_t b = 0; b < 3; ++b) {
        CHECK(angle(limb.turn(b)) < 1e-12);
        CHECK(length(cast<double>(get_lane(limb.state.bones[b].now.shift, 0))) < 1e-12);
    }
    CHECK(limb.gross_momentum() < 1e-10);
}

TEST_CASE("A free limb that nothing touches keeps its momentum", "[tissue][two_way]") {
    reactive_limb<double> limb(free_bones());
    const vec3<double> spin = {0.3, 1.0, -0.6};
    limb.launch([&](const vec3<double>& at) {
        const vec3<double> drift = {0.2, -0.1, 0.05};
        return drift + cross(spin, at - vec3<double>{0.3, 0, 0});
    });
    const vec3<double> linear = limb.momentum();
    const vec3<double> angular = limb.angular_momentum();
    for (int step = 0; step < 120; ++step) {
        limb.frame();
        REQUIRE(length(limb.momentum() - linear) < 1e-12 * limb.gross_momentum());
    }
    const double lost = length(limb.angular_momentum() - angular) / length(angular);
    INFO("share of angular momentum lost in a second: " << lost);
    CHECK(lost < 2e-3);
    CHECK(angle(limb.turn(0)) > 0.5); // it has turned
}

TEST_CASE("What a ball pushes is what momentum gains", "[tissue][two_way]") {
    tissue_run_options run;
    run.contact_stiffness = 1e7;
    run.friction = 0.4;
    reactive_limb<double> limb(free_bones(2e4), 0, run);
    vec3<double> given;
    double largest = 0;
    for (int step = 0; step < 60; ++step) {
        const double height = std::max(0.15 - 0.6 * step * limb.seconds(), 0.02);
        const double before = std::max(0.15 - 0.6 * (step - 1) * limb.seconds(), 0.02);
        limb.around = {moving_obstacle<double>(ball({0.63, 0.01, before}, 0.05),
                                               ball({0.63, 0.01, height}, 0.05))};
        limb.frame();
        given = given - limb.seconds() * limb.touched();
        largest = std::max(largest, length(given));
        REQUIRE(length(limb.momentum() - given) < 1e-10 * std::max(largest, 1e-3));
    }
    CHECK(limb.momentum().z < -0.5);   // pushed down
    CHECK(angle(limb.turn(2)) > 0.05); // the arm gave way
}

TEST_CASE("Joints of a shaken limb hardly open", "[tissue][two_way]") {
    reactive_options options = held_bones();
    options.gravity = 1;
    reactive_limb<double> limb(options);
    set_lane(limb.options.gravity, 0, vec3<double>{0, 0, -9.81});
    const double rate = 20;
    double widest = 0;
    double moved = 0;
    for (int step = 0; step < 240; ++step) {
        const double phase = rate * step * limb.seconds();
        limb.place({}, {0, 11 / (rate * rate) * std::sin(phase), 0});
        limb.frame();
        widest = std::max(widest, widest_joint(limb));
        moved = std::max(moved, angle(limb.turn(2)));
    }
    INFO("opened by " << widest << " m");
    CHECK(widest < 5e-4);
    CHECK(widest > 1e-6);
    CHECK(moved > 0.01);
}

TEST_CASE("Limits hold an arm that hangs by its weight", "[tissue][two_way]") {
    reactive_options options = held_bones();
    options.gravity = 1;
    options.bones[1].turn = 0;
    options.bones[1].limit = 0.5;
    options.bones[1].limit_stiffness = 2000;
    reactive_limb<double> limb(options);
    set_lane(limb.options.gravity, 0, vec3<double>{0, 0, -9.81});
    double farthest = 0;
    double last = 0;
    for (int step = 0; step < 480; ++step) {
        limb.frame();
        const quat<double> root = limb.turn(0);
        last = angle(quat<double>{-root.x, -root.y, -root.z, root.w} * limb.turn(1));
        farthest = std::max(farthest, last);
    }
    INFO("turned by " << farthest << " rad at most, " << last << " in the end");
    CHECK(farthest < 0.5 + 0.06); // the arm of 13 kg has fallen against it
    CHECK(last > 0.5);
    CHECK(last < 0.5 + 0.02); // 1.1 degrees
}

TEST_CASE("A limb that is shaken hard stays finite and within its bounds", "[tissue][two_way]") {
    reactive_options options = held_bones();
    options.gravity = 1;
    reactive_limb<float> limb(options);
    set_lane(limb.options.gravity, 0, vec3<float>{0, 0, -9.81F});
    for (int step = 0; step < 1000; ++step) {
        const double phase = 0.7 * step;
        const double share = step < 900 ? 1 : 0;
        const quat<double> turn =
            normalised(quat<double>{0.2 * share * std::sin(phase), 0, 0.1 * share, 1});
        limb.place(turn, {0, 0.1 * share * std::cos(1.3 * phase), 0.05 * share * std::sin(phase)});
        limb.frame();
        REQUIRE(limb.is_finite());
    }
    for (const tissue_handle<float>& handle : limb.state.handles) {
        CHECK(length(get_lane(handle.now, 0)) <= 0.0501F);
    }
}

TEST_CASE("A lane has the same bits whatever its place and neighbours", "[tissue][two_way]") {
    reactive_limb<float> first(free_bones(), 0);
    reactive_limb<float> last(free_bones(), 6);
    std::fill_n(last.options.tiers.v, 5, static_cast<float>(tissue_tier::two_way));
    const auto field = [](const vec3<double>& at) {
        return vec3<double>{0.1, 2 * at.x, -at.x * at.x};
    };
    first.launch(field);
    last.launch(field);
    for (int step = 0; step < 30; ++step) {
        first.frame();
        last.frame();
    }
    for (std::size_t b = 0; b < 3; ++b) {
        const quat<float> a = get_lane(first.state.bones[b].now.turn, 0);
        const quat<float> c = get_lane(last.state.bones[b].now.turn, 6);
        CHECK(std::memcmp(&a, &c, sizeof a) == 0);
    }
    CHECK(first.turn(2).w < 0.9999);
}

TEST_CASE("Bones that cannot feel flesh are refused by name", "[tissue][two_way]") {
    const replay::golden_tissue& limb = golden_free_limb();
    const basic_rig<float> rig = limb_rig<float>();
    skin_binding bind;
    for (std::int32_t b = 0; b < 3; ++b) {
        bind.joints.push_back({});
        bind.joints.back().bone = b;
    }
    result<tissue_set> flesh = make_tissue_set<float>(limb.baked, bind);
    REQUIRE(flesh);
    reactive_options options = free_bones();
    tissue::baked_tissue baked = limb.baked;
    const char* expected = errors::out_of_range;
    SECTION("mass") { options.bones[1].mass = 0; }
    SECTION("stiffness") { options.bones[1].hold = -1; }
    SECTION("limit") { options.bones[1].limit = std::nan(""); }
    SECTION("none") { options.bones.clear(); }
    SECTION("not there") {
        options.bones[1].bone = 3;
        expected = errors::unknown_bone;
    }
    SECTION("twice") {
        options.bones[1].bone = 0;
        expected = errors::unknown_bone;
    }
    SECTION("no mass points") {
        baked.mass_points.clear();
        expected = errors::bad_tissue_data;
    }
    SECTION("another bake") {
        baked.handles.pop_back();
        expected = errors::bad_tissue_data;
    }
    SECTION("a set with other joints") {
        flesh->joints.push_back({});
        expected = errors::bad_tissue_data;
    }
    SECTION("a joint that is not there") {
        baked.mass_point_joints[5].joint = 3;
        expected = errors::bad_tissue_data;
    }
    const std::optional<error> fault = add_reactive_bones(*flesh, baked, rig, bind, options);
    REQUIRE(fault);
    CHECK(fault->name == expected);
    CHECK(flesh->reactive.bones.empty());
}

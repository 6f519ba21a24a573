// A bound that is not reached changes nothing, wherever the bone points: rounding is no correction.

#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace jounce;
using test::stable_block;

namespace {

/// Where the tail of a bone that lies askew is in each frame, while its parent nods.
template <class Real> std::vector<vec3<double>> nod(const spring_tuning& tuning) {
    rig_builder bones;
    bones.add(rig_builder::segment{.name = "hip", .tail = {0, 0.2, 0}});
    bones.add(rig_builder::segment{
        .name = "askew", .parent = 0, .head = {0, 0.2, 0}, .tail = {0.05, 0.38, 0.09}});
    const auto rig = *bones.build<Real>();
    stable_builder springs;
    springs.add("askew", tuning);
    const auto made = springs.build(rig);
    REQUIRE(made);
    stable_block<Real> block({rig, *made, make_rest_bind(rig)});
    std::vector<vec3<double>> out;
    for (int f = 0; f < 90; ++f) {
        const Real angle = static_cast<Real>(0.4 * std::sin(0.15 * f));
        transform<Real> pose = rig.rest_local[0];
        pose.rotation = axis_angle<Real>({0, 0, 1}, angle);
        for (int lane = 0; lane < lane_count; ++lane) {
            set_lane(block.data.local.bones[0], lane, pose);
        }
        block.frame(1.0 / 60);
        out.push_back(cast<double>(block.tail(1)));
    }
    return out;
}

double difference(const std::vector<vec3<double>>& a, const std::vector<vec3<double>>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, length(a[i] - b[i]));
    }
    return most;
}

spring_tuning lively() {
    spring_tuning out;
    out.damping_ratio = 0.05;
    out.drag = 0;
    return out;
}

} // namespace

TEST_CASE("a bone that may stretch moves the same in float and double", "[stable]") {
    spring_tuning t = lively();
    t.fixed_length = false;
    t.axial_frequency = 3;
    CHECK(difference(nod<float>(t), nod<double>(t)) < 1e-4);
}

TEST_CASE("a limit that is not reached changes nothing", "[stable]") {
    const auto free = nod<float>(lively());
    spring_tuning wide = lively();
    wide.limit.shape = limit_shape::spherical;
    wide.limit.pitch = 3.1;
    wide.limit.yaw = 3.1;
    CHECK(difference(free, nod<float>(wide)) < 1e-5);
    spring_tuning aside = lively();
    aside.limit.shape = limit_shape::cone;
    aside.limit.angle = 3;
    aside.limit.centre = axis_angle<double>({1, 0, 0}, 0.2);
    CHECK(difference(free, nod<float>(aside)) < 1e-5);
    // One that is reached does.
    aside.limit.angle = 0.25;
    CHECK(difference(free, nod<float>(aside)) > 1e-2);
}

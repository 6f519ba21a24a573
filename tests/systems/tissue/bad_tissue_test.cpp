#include "systems/tissue/limb.hpp"

#include <jounce/modules/rig/make_kind.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>
#include <string>

namespace {

using namespace jounce;
using namespace jounce::test;

/// Alters good flesh, and expects that it is refused by a name and a word of the message.
void refuse(const char* word, const std::function<void(tissue::baked_tissue&)>& alter) {
    INFO(word);
    tissue::baked_tissue baked = golden_limb().baked;
    alter(baked);
    const rig bones = limb_rig<float>();
    const result<tissue_set> made = make_tissue_set<float>(baked, make_rest_bind(bones));
    REQUIRE_FALSE(made);
    CHECK(made.error().name == errors::bad_tissue_data);
    CHECK(made.error().message.find(word) != std::string::npos);
}

} // namespace

TEST_CASE("Baked flesh whose parts do not fit is refused", "[tissue]") {
    constexpr double bad = std::numeric_limits<double>::quiet_NaN();
    refuse("handles", [](auto& b) { b.handles.clear(); });
    refuse("handles", [](auto& b) { b.handles.resize(10'000); });
    refuse("mass", [](auto& b) { b.mass.pop_back(); });
    refuse("mass", [](auto& b) { b.mass[5] = bad; });
    refuse("rest_stiffness", [](auto& b) { b.rest_stiffness.resize(9); });
    refuse("modes", [](auto& b) { b.modes.pop_back(); });
    refuse("mode 3", [](auto& b) { b.mode_rates[3] = 0; });
    refuse("handle_joints", [](auto& b) { b.handle_joints[1].joint = 77; });
    refuse("handle_joint_first", [](auto& b) { b.handle_joint_first[2] = 4'000'000'000U; });
    refuse("cubature_weights", [](auto& b) { b.cubature_weights[0].handle = 24; });
    refuse("cubature_first", [](auto& b) { b.cubature_first.clear(); });
    refuse("vertex_weights", [](auto& b) { b.vertex_weights[9].gradient.y = bad; });
    refuse("drive", [](auto& b) { b.drive[0].joint = 3; });
    refuse("handle 7", [](auto& b) { b.handle_bounds[7] = 0; });
    refuse("material", [](auto& b) { b.material.poisson = 0.5; });
    refuse("inverse", [](auto& b) {
        for (double& one : b.mass) {
            one = -one;
        }
    });
}

TEST_CASE("Options of flesh that cannot run are refused", "[tissue]") {
    const rig bones = limb_rig<float>();
    const skin_binding bind = make_rest_bind(bones);
    const auto refused = [&](const tissue_run_options& options, double unit = 1) {
        const result<tissue_set> made =
            make_tissue_set<float>(golden_limb().baked, bind, unit, options);
        return !made && made.error().name == errors::out_of_range;
    };
    CHECK_FALSE(refused({}));
    CHECK(refused({.tick_rate = 0}));
    CHECK(refused({.newton_steps = 9}));
    CHECK(refused({.modes = -1}));
    CHECK(refused({.mode_damping = -0.1}));
    CHECK(refused({}, 0));
}

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
void refuse(const char* name, const char* word,
            const std::function<void(tissue::baked_tissue&)>& alter) {
    INFO(word);
    tissue::baked_tissue baked = golden_limb().baked;
    alter(baked);
    const rig bones = limb_rig<float>();
    const result<tissue_set> made = make_tissue_set<float>(baked, make_rest_bind(bones));
    REQUIRE_FALSE(made);
    CHECK(made.error().name == std::string(name));
    CHECK(made.error().message.find(word) != std::string::npos);
    CHECK(made.error().message.find("bake") != std::string::npos);
}

} // namespace

TEST_CASE("Baked flesh whose parts do not fit is refused", "[tissue]") {
    constexpr double bad = std::numeric_limits<double>::quiet_NaN();
    using namespace errors;
    refuse(too_many, "handles", [](auto& b) { b.handles.clear(); });
    refuse(too_many, "handles", [](auto& b) { b.handles.resize(10'000); });
    refuse(bad_count, "mass", [](auto& b) { b.mass.pop_back(); });
    refuse(not_finite, "mass", [](auto& b) { b.mass[5] = bad; });
    refuse(bad_number, "mass is not symmetric", [](auto& b) { b.mass[1] += 1; });
    refuse(bad_count, "rest_stiffness", [](auto& b) { b.rest_stiffness.resize(9); });
    refuse(bad_count, "modes", [](auto& b) { b.modes.pop_back(); });
    refuse(bad_number, "mode_rates", [](auto& b) { b.mode_rates[3] = 0; });
    refuse(bad_index, "handle_joints", [](auto& b) { b.handle_joints[1].joint = 77; });
    refuse(bad_number, "handle_joints", [](auto& b) { b.handle_joints[1].weight = 1.5; });
    refuse(bad_order, "handle_joint_first",
           [](auto& b) { b.handle_joint_first[2] = 4'000'000'000U; });
    refuse(bad_count, "hangs on no joint", [](auto& b) {
        b.handle_joints.erase(b.handle_joints.begin(),
                              b.handle_joints.begin() + b.handle_joint_first[1]);
        const std::uint32_t gone = b.handle_joint_first[1];
        for (std::size_t h = 1; h < b.handle_joint_first.size(); ++h) {
            b.handle_joint_first[h] -= gone;
        }
    });
    refuse(bad_index, "cubature_weights", [](auto& b) { b.cubature_weights[0].handle = 24; });
    refuse(bad_count, "cubature_first", [](auto& b) { b.cubature_first.clear(); });
    refuse(not_finite, "vertex_weight", [](auto& b) { b.vertex_weights[9].gradient.y = bad; });
    refuse(bad_index, "drive", [](auto& b) { b.drive[0].joint = 3; });
    refuse(bad_number, "handle_bounds", [](auto& b) { b.handle_bounds[7] = 0; });
    refuse(bad_option, "material", [](auto& b) { b.material.poisson = 0.5; });
    refuse(bad_tissue_data, "joints", [](auto& b) { b.joint_count = 9; });
    refuse(bad_tissue_data, "inverse", [](auto& b) {
        const std::size_t handles = b.handles.size();
        for (std::size_t i = 0; i < b.mass.size(); ++i) {
            b.mass[i] = i % (handles + 1) == 0 ? 1 : 2; // one of its values is below zero
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
    CHECK(refused({.modes = 3001}));
    CHECK(refused({.mode_damping = -0.1}));
    CHECK(refused({}, 0));
}

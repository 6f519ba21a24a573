#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>
#include <string>

using namespace jounce;

namespace {

rig make_rig() {
    rig_builder bones;
    bones.add(rig_builder::joint{.name = "root", .handle = true});
    for (int b = 1; b < 5; ++b) {
        bones.add(rig_builder::joint{.name = "b" + std::to_string(b),
                                     .parent = b - 1,
                                     .translation = {0, b == 4 ? 0.0 : -0.1, 0},
                                     .handle = true});
    }
    return *bones.build<float>();
}

vrm_description good() {
    vrm_description out;
    out.bodies = {{.bone = 0, .radius = 0.1}};
    out.groups = {{"g", {0}}};
    out.chains = {{.name = "c",
                   .joints = {{.bone = 1, .tail_bone = 2}, {.bone = 2, .tail_bone = 3}},
                   .groups = {0}}};
    return out;
}

std::string name_after(const std::function<void(vrm_description&)>& change) {
    vrm_description changed = good();
    change(changed);
    const result<spring_set> built = vrm_builder(changed).build(make_rig());
    return built ? "" : built.error().name;
}

} // namespace

TEST_CASE("VRM descriptions that make no sense are refused by name", "[vrm][builder][bad-input]") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    using d = vrm_description;
    CHECK(name_after([](d&) {}) == "");
    CHECK(name_after([](d& x) { x.bodies[0].bone = 5; }) == "unknown_bone");
    CHECK(name_after([](d& x) { x.bodies[0].radius = -1; }) == "bad_collider");
    CHECK(name_after([](d& x) { x.bodies[0].offset.y = nan; }) == "bad_collider");
    CHECK(name_after([](d& x) {
              x.bodies[0].shape = vrm_shape::plane;
              x.bodies[0].normal = {0, 0, 0};
          }) == "bad_collider");
    CHECK(name_after([](d& x) {
              x.bodies[0].shape = vrm_shape::plane;
              x.bodies[0].inside = true;
          }) == "bad_collider");
    CHECK(name_after([](d& x) { x.groups[0].bodies = {1}; }) == "unknown_collider");
    CHECK(name_after([](d& x) { x.groups[0].bodies = {-1}; }) == "unknown_collider");
    CHECK(name_after([](d& x) { x.chains[0].groups = {1}; }) == "unknown_group");
    CHECK(name_after([](d& x) { x.chains[0].centre = 9; }) == "unknown_bone");
    CHECK(name_after([](d& x) { x.chains[0].centre = 2; }) == "bad_centre");
    CHECK(name_after([](d& x) { x.chains[0].centre = 1; }) == ""); // its first joint is fine
    CHECK(name_after([](d& x) { x.chains[0].joints[0].bone = -1; }) == "unknown_bone");
    CHECK(name_after([](d& x) { x.chains[0].joints[0].tail_bone = 5; }) == "unknown_bone");
    CHECK(name_after([](d& x) { x.chains[0].joints[1].tail_bone = 0; }) == "not_below");
    CHECK(name_after([](d& x) { x.chains[0].joints[1].bone = 1; }) == "duplicate_joint");
    CHECK(name_after([](d& x) { x.chains.push_back(x.chains[0]); }) == "duplicate_joint");
    CHECK(name_after([](d& x) { x.chains[0].joints[1] = {.bone = 3, .tail_bone = 4}; }) ==
          "zero_length");
    CHECK(name_after([](d& x) { x.chains[0].joints[1] = {.bone = 3}; }) == "zero_length");
    CHECK(name_after([](d& x) { x.chains[0].joints[0].drag_force = 1.01; }) == "bad_setting");
    CHECK(name_after([](d& x) { x.chains[0].joints[0].stiffness = nan; }) == "bad_setting");
    CHECK(name_after([](d& x) { x.chains[0].joints[0].hit_radius = -1; }) == "bad_setting");
    CHECK(name_after([](d& x) { x.chains[0].joints[0].gravity_dir.x = nan; }) == "bad_setting");
    CHECK(name_after([](d& x) {
              x.chains[0].joints[0].limit = {.shape = limit_shape::cone, .angle = -1};
          }) == "bad_setting");
    CHECK(name_after([](d& x) {
              x.chains[0].joints[0].limit = {.shape = limit_shape::cone, .rotation = {0, 0, 0, 0}};
          }) == "bad_setting");
    CHECK(name_after([](d& x) { x.contact_rounds = 0; }) == "bad_setting");
    CHECK(name_after([](d& x) { x.contact_rounds = 65; }) == "bad_setting");
    CHECK(name_after([](d& x) { x.bodies.resize(max_vrm_bodies + 1); }) == "too_many");
    CHECK(name_after([](d& x) { x.groups[0].bodies.assign(max_vrm_contacts, 0); }) == "too_many");
}

TEST_CASE("what springs need is walked before them", "[vrm][builder]") {
    const rig bones = make_rig();
    vrm_description springs = good();
    springs.bodies.push_back({.bone = 3, .radius = 0.1}); // below what it would push
    springs.groups[0].bodies = {1, 0, 1};
    const result<spring_set> built = vrm_builder(springs).build(bones);
    REQUIRE(built);
    const basic_vrm_set<float>& set = built->vrm;
    CHECK(built->solver == vrm_solver);
    REQUIRE(set.colliders.size() == 2);
    REQUIRE(set.late.size() == 1);
    CHECK(set.colliders[static_cast<std::size_t>(set.late[0])].bone == 3);
    // A collider of two groups, or named twice, is met twice, in the order of the file.
    REQUIRE(set.contacts.size() == 3);
    CHECK(set.contacts[0] == set.late[0]);
    CHECK(set.contacts[2] == set.late[0]);
    CHECK(set.contacts[1] != set.late[0]);
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        CHECK(set.walk[w].parent < static_cast<std::int32_t>(w));
        CHECK(set.walk[w].animated == (set.walk[w].bone == 0));
    }
    CHECK(set.moved.size() == 4); // the heads and all below
    CHECK(set.springs[0].tail == vec3<float>{0, -0.1F, 0});
    CHECK(set.springs[0].axis == vec3<float>{0, -1, 0});
}

// Meshes of which no tree can be made are refused by name.

#include "modules/bounds/bounded_skins.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>
#include <string>

using namespace jounce;
using namespace jounce::test;

namespace {

/// The name of the error for a good surface with one thing broken.
std::string fault_of(const std::function<void(bounds::skin_surface&)>& spoil, int joints = 3) {
    bounds::skin_surface surface = make_tube(3, 4, 5);
    spoil(surface);
    const auto tree = bounds::make_skin_tree(std::move(surface), joints);
    if (tree) {
        return "none";
    }
    CHECK(tree.error().message.starts_with("no tree can be made of the mesh: "));
    return tree.error().name;
}

} // namespace

TEST_CASE("broken surfaces are refused by name", "[bounds]") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(fault_of([](auto&) {}) == "none");
    CHECK(fault_of([](auto& s) { s.triangles.clear(); }) == "no_triangles");
    CHECK(fault_of([](auto& s) { s.triangles.pop_back(); }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.triangles[4] = 1000; }) == "bad_index");
    CHECK(fault_of([](auto& s) { s.triangles.assign(3 * (bounds::max_tree_triangles + 1), 0); }) ==
          "too_many");
    CHECK(fault_of([](auto& s) { s.vertices.first_influence.pop_back(); }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.first_influence.clear(); }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.first_influence[0] = 1; }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.first_influence[3] = 500; }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.first_influence[3] = 0; }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.influences.pop_back(); }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.vertices.influences[2].joint = 3; }) == "unknown_joint");
    CHECK(fault_of([](auto& s) { s.vertices.influences[2].weight = -0.1F; }) == "bad_weight");
    CHECK(fault_of([&](auto& s) { s.vertices.influences[2].weight = nan; }) == "bad_weight");
    CHECK(fault_of([&](auto& s) { s.vertices.positions[7].y = nan; }) == "not_finite");
    CHECK(fault_of([&](auto& s) { s.morphs[0].positions[7].y = nan; }) == "not_finite");
    CHECK(fault_of([](auto& s) { s.morphs[0].positions.pop_back(); }) == "bad_mesh");
    CHECK(fault_of([](auto& s) { s.morphs[0].positions.clear(); }) == "none");
    CHECK(fault_of([](auto& s) { s.morphs.resize(bounds::max_tree_morphs + 1); }) == "too_many");
    CHECK(fault_of([](auto&) {}, -1) == "too_many_joints");
    CHECK(fault_of([](auto&) {}, 70000) == "too_many_joints");
    CHECK(fault_of([](auto& s) {
              const std::size_t more = 300;
              s.vertices.influences.insert(s.vertices.influences.begin(), more, {0, 0.1F});
              for (std::size_t v = 1; v < s.vertices.first_influence.size(); ++v) {
                  s.vertices.first_influence[v] += static_cast<std::uint32_t>(more);
              }
          }) == "too_many_influences");
}

TEST_CASE("odd surfaces have trees", "[bounds]") {
    // Triangles without area, all at one place, and vertices that no triangle uses.
    bounds::skin_surface surface = make_tube(2, 4, 5);
    for (vec3<float>& p : surface.vertices.positions) {
        p = {1, 2, 3};
    }
    surface.triangles.resize(30, 4);
    surface.vertices.positions.back() = {1e9F, 0, 0};
    const auto tree = bounds::make_skin_tree(surface, 2);
    REQUIRE(tree);
    dice roll(5);
    const palette rows = bent_palette(roll, 2, 1, palette_mode::diagonal);
    bounds::posed_skin skin;
    for (const skin_method method : {skin_method::linear, skin_method::dual_quaternion}) {
        skin.pose(*tree, method, rows, 2);
        const containment found = look_at_spheres(skin, skinned_vertices(surface, method, rows, 2));
        CHECK(found.outside == 0);
        CHECK(culling_bound(skin).radius < 10);
    }
    // One triangle is a tree of one leaf.
    surface.triangles.resize(3);
    const auto leaf = bounds::make_skin_tree(surface, 2);
    REQUIRE(leaf);
    CHECK(leaf->node_count() == 1);
    CHECK(leaf->depth == 1);
}

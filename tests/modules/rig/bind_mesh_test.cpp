#include <jounce/modules/rig/bind_mesh.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

using namespace jounce;

namespace {

skin_binding two_joints() {
    skin_binding out;
    out.joints.resize(2);
    return out;
}

/// Nine vertices, each on both joints.
skinned_mesh small_mesh() {
    skinned_mesh out;
    out.first_influence.push_back(0);
    for (std::uint32_t v = 0; v < 9; ++v) {
        out.positions.push_back({static_cast<float>(v), 0, 0});
        out.normals.push_back({0, 1, 0});
        out.influences.push_back({0, 0.25F});
        out.influences.push_back({1, 0.75F});
        out.first_influence.push_back(2 * v + 2);
    }
    return out;
}

std::string error_of(const skinned_mesh& mesh) {
    const auto got = bind_mesh(mesh, two_joints(), skin_method::dual_quaternion);
    return got ? "none" : got.error().name;
}

} // namespace

TEST_CASE("a bound mesh has vertices in lanes and one entry per pair", "[bind_mesh]") {
    const auto dual = bind_mesh(small_mesh(), two_joints(), skin_method::dual_quaternion);
    REQUIRE(dual);
    CHECK(dual->vertex_count == 9);
    REQUIRE(dual->group_count() == 2);
    CHECK(get_lane(dual->positions[0], 3) == vec3<float>{3, 0, 0});
    CHECK(get_lane(dual->positions[1], 0) == vec3<float>{8, 0, 0});
    CHECK(get_lane(dual->positions[1], 7) == vec3<float>{8, 0, 0}); // idle
    CHECK(dual->first_slot == std::vector<std::uint32_t>{0, 2, 4});
    REQUIRE(dual->pairs.size() == 8); // two of them, padded
    CHECK(dual->pairs[0].pivot == 1);
    CHECK(dual->pairs[0].joint == 0);
    CHECK(dual->pairs[1].pivot == 1);
    CHECK(dual->pairs[1].joint == 1);
    CHECK(dual->slots[1].offset[4] == sizeof(skin_entry<float>));
    CHECK(dual->slots[1].weight.v[4] == 0.75F);

    const auto linear = bind_mesh(small_mesh(), two_joints(), skin_method::linear);
    REQUIRE(linear);
    CHECK(linear->pairs[0].pivot == 0);
    CHECK(linear->pairs[0].joint == 0);
}

TEST_CASE("influences of weight 0 cost nothing", "[bind_mesh]") {
    skinned_mesh mesh = small_mesh();
    for (std::size_t i = 0; i < mesh.influences.size(); i += 2) {
        mesh.influences[i].weight = 0;
    }
    const auto bound = bind_mesh(mesh, two_joints(), skin_method::dual_quaternion);
    REQUIRE(bound);
    CHECK(bound->first_slot == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(bound->slots[0].weight.v[0] == 1); // the rest sums to one
    CHECK(bound->pairs.size() == 8);
}

TEST_CASE("an empty mesh is bound", "[bind_mesh]") {
    const auto bound = bind_mesh(skinned_mesh{}, skin_binding{}, skin_method::linear);
    REQUIRE(bound);
    CHECK(bound->group_count() == 0);
    CHECK(bound->entry_count() == 1);
}

TEST_CASE("meshes that do not fit together are refused by name", "[bind_mesh]") {
    skinned_mesh mesh = small_mesh();
    CHECK(error_of(mesh) == "none");
    SECTION("too few normals") {
        mesh.normals.pop_back();
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("too few ranges") {
        mesh.first_influence.pop_back();
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("no ranges") {
        mesh.first_influence.clear();
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("ranges beyond the end") {
        mesh.first_influence.back() = 100;
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("ranges that start late") {
        mesh.first_influence.front() = 1;
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("ranges that descend") {
        mesh.first_influence[3] = 17;
        CHECK(error_of(mesh) == "bad_mesh");
    }
    SECTION("a joint that is not there") {
        mesh.influences[7].joint = 2;
        const auto got = bind_mesh(mesh, two_joints(), skin_method::linear);
        REQUIRE(!got);
        CHECK(got.error().name == "unknown_joint");
        CHECK(got.error().message == "vertex 3 is moved by joint 2, but the skin has 2");
    }
    SECTION("a negative weight") {
        mesh.influences[4].weight = -0.5F;
        CHECK(error_of(mesh) == "bad_weight");
    }
    SECTION("a weight that is no number") {
        mesh.influences[4].weight = std::numeric_limits<float>::quiet_NaN();
        CHECK(error_of(mesh) == "bad_weight");
    }
    SECTION("an endless weight") {
        mesh.influences[4].weight = std::numeric_limits<float>::infinity();
        CHECK(error_of(mesh) == "bad_weight");
    }
    SECTION("too many influences") {
        mesh.influences.resize(18 + max_influences, {0, 0.1F});
        mesh.first_influence.back() = static_cast<std::uint32_t>(mesh.influences.size());
        CHECK(error_of(mesh) == "too_many_influences");
    }
}

TEST_CASE("weights near the ends of the range of numbers are kept apart", "[bind_mesh]") {
    skinned_mesh mesh = small_mesh();
    for (std::size_t v = 0; v < 9; ++v) {
        const float size = v % 2 == 0 ? 1e-38F : 1e38F;
        mesh.influences[2 * v].weight = size;
        mesh.influences[2 * v + 1].weight = 3 * size;
    }
    const auto bound = bind_mesh(mesh, two_joints(), skin_method::dual_quaternion);
    REQUIRE(bound);
    for (int lane = 0; lane < lane_count; ++lane) {
        CHECK(std::abs(bound->slots[0].weight.v[lane] - 0.25F) < 1e-6F);
        CHECK(std::abs(bound->slots[1].weight.v[lane] - 0.75F) < 1e-6F);
    }
}

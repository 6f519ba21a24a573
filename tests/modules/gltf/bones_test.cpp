#include "support/gltf_variants.hpp"
#include "support/shown_model.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

namespace jounce::test {
namespace {

using Catch::Approx;

std::size_t bone(const gltf::model& of, const std::string& name) {
    const auto found = std::find(of.bones.names.begin(), of.bones.names.end(), name);
    REQUIRE(found != of.bones.names.end());
    return static_cast<std::size_t>(found - of.bones.names.begin());
}

void check_tail(const gltf::model& of, const std::string& name, const vec3<float>& wanted) {
    INFO(name);
    const vec3<float> tail = of.bones.tail_local[bone(of, name)];
    CHECK(tail.x == Approx(wanted.x).margin(1e-6));
    CHECK(tail.y == Approx(wanted.y).margin(1e-6));
    CHECK(tail.z == Approx(wanted.z).margin(1e-6));
}

gltf_builder bones_only() {
    gltf_builder out;
    out.add("nodes", {{"name", "root"}, {"children", {1}}});
    out.add("nodes", {{"name", "a"}, {"translation", {0, 2, 0}}});
    return out;
}

} // namespace

TEST_CASE("nodes become bones, parents first, and both are found from each other", "[gltf]") {
    const gltf::model read = good(skipped_nodes());
    REQUIRE(read.bones.bone_count() == 6);
    for (std::size_t b = 0; b < 6; ++b) {
        CHECK(read.bones.parents[b] < static_cast<std::int32_t>(b));
        CHECK(read.bone_of_node[static_cast<std::size_t>(read.node_of_bone[b])] ==
              static_cast<std::int32_t>(b));
    }
    CHECK(read.bones.names[static_cast<std::size_t>(read.bone_of_node[5])] == "above");
    const std::size_t between = bone(read, "between");
    CHECK(read.bones.parents[bone(read, "middle")] == static_cast<std::int32_t>(between));
    CHECK(read.is_joint[between] == 0);
    CHECK(read.is_joint[bone(read, "middle")] == 1);
    REQUIRE(read.joints.size() == 3);
    CHECK(read.joints[1].bone == static_cast<std::int32_t>(bone(read, "middle")));
    CHECK(read.clips.clips[0].tracks[0].bone == static_cast<std::int32_t>(bone(read, "middle")));
    CHECK_FALSE(read.bones.is_affine);
}

TEST_CASE("names of bones and clips are made unique", "[gltf]") {
    gltf_builder file;
    for (const char* name : {"a", "", "a", "a_2", "node_1", "a"}) {
        file.add("nodes", {{"name", name}});
    }
    const gltf::model read = good(file);
    CHECK(read.bones.names ==
          std::vector<std::string>{"a", "node_1_2", "a_3", "a_2", "node_1", "a_4"});

    gltf_builder clips = tube();
    clips.document["animations"].push_back(clips.document["animations"][0]);
    clips.document["animations"].push_back(clips.document["animations"][0]);
    clips.document["animations"][1].erase("name");
    const gltf::model several = good(clips);
    CHECK(several.clips.clips[0].name == "bend");
    CHECK(several.clips.clips[1].name == "clip_1");
    CHECK(several.clips.clips[2].name == "bend_2");
}

TEST_CASE("a bone ends at its child", "[gltf][tails]") {
    const gltf::model read = good(tube());
    check_tail(read, "hip", {0, 0.5F, 0});
    check_tail(read, "middle", {0, 0.5F, 0});
}

TEST_CASE("a bone with several children ends where the longest way goes on", "[gltf][tails]") {
    gltf_builder file = bones_only();
    file.add("nodes", {{"name", "b"}, {"translation", {3, 0, 0}}, {"children", {3}}});
    file.add("nodes", {{"name", "c"}, {"translation", {1, 0, 0}}});
    file.add("nodes", {{"name", "at the head"}, {"children", {5}}});
    file.add("nodes", {{"name", "d"}, {"translation", {1, 1, 0}}, {"children", {6}}});
    file.add("nodes", {{"name", "e"}, {"translation", {1, 1, 0}}});
    // a and b alone: b, for it has a child; the last has more below it but gives no length.
    file.document["nodes"][0]["children"] = {1, 2, 4};
    check_tail(good(file), "root", {3, 0, 0});
    // Equally long ways: the farther head.
    file.document["nodes"][1]["children"] = {3};
    file.document["nodes"][2].erase("children");
    file.document["nodes"][0]["children"] = {2, 1};
    check_tail(good(file), "root", {0, 2, 0});
}

TEST_CASE("joints go before other children", "[gltf][tails]") {
    gltf_builder file = tube();
    file.document["nodes"][2]["children"] = {4, 3};
    file.add("nodes", {{"name", "hand"}, {"translation", {1, 0, 0}}, {"children", {5}}});
    file.add("nodes", {{"name", "sword"}, {"translation", {1, 0, 0}}});
    check_tail(good(file), "middle", {0, 0.5F, 0});
}

TEST_CASE("the last bone of a chain ends where its vertices do", "[gltf][tails]") {
    // The tip stands at height 1 and alone holds the rings at 1 and 1.5.
    const gltf::model read = good(tube());
    const vec3<float> tail = read.bones.tail_local[bone(read, "tip")];
    CHECK(tail.y == Approx(0.5).margin(0.05));
    CHECK(std::abs(tail.x) < 0.05F);
    CHECK(std::abs(tail.z) < 0.05F);
    CHECK(read.bones.handle[bone(read, "tip")] == 0);
}

TEST_CASE("the last bone of a bare chain goes straight on", "[gltf][tails]") {
    gltf_builder file = bones_only();
    file.document["nodes"][0]["rotation"] = {0, 0, 0.70710678, 0.70710678};
    file.document["nodes"][1]["rotation"] = {0.70710678, 0, 0, 0.70710678};
    // Its parent's way is +y in the parent's frame; its own frame has that as -z.
    check_tail(good(file), "a", {0, 0, -2});
}

TEST_CASE("a bone without child, vertices and parent is a point", "[gltf][tails]") {
    gltf_builder file;
    file.add("nodes", {{"name", "alone"}});
    const gltf::model read = good(file);
    CHECK(read.bones.handle[0] == 1);
    check_tail(read, "alone", {0, 0, 0});
}

TEST_CASE("matrices are split into translation, rotation and scale", "[gltf]") {
    const gltf::model read = good(matrix_nodes());
    const std::size_t hip = bone(read, "hip");
    const transform<float> at = read.bones.rest_local[hip];
    CHECK(at.scale == Approx(2));
    CHECK(at.translation == vec3<float>{1, 2, 3});
    const vec3<float> turned = rotate(at.rotation, vec3<float>{1, 0, 0});
    CHECK(turned.y == Approx(1));
    CHECK(read.bones.is_affine); // for the mirrored tip
    CHECK(read.bones.rest_stretch[bone(read, "tip")].x == Approx(-1));
}

TEST_CASE("flat matrices and scales of zero are repaired", "[gltf]") {
    gltf_builder file = bones_only();
    file.document["nodes"][1]["scale"] = {0, 0, 0};
    file.document["nodes"][1].erase("translation");
    for (const nlohmann::json& matrix :
         {nlohmann::json{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
          nlohmann::json{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1},
          nlohmann::json{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
        file.document["nodes"][0]["matrix"] = matrix;
        const gltf::model read = good(file);
        CHECK(read.warnings.size() == 2);
        const quat<float> q = read.bones.rest_local[0].rotation;
        CHECK(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w == Approx(1));
    }
}

TEST_CASE("scales that were only rounded apart make no affine rig", "[gltf]") {
    gltf_builder file = bones_only();
    file.document["nodes"][0]["scale"] = {1, 1.00001, 0.99999};
    CHECK_FALSE(good(file).bones.is_affine);
    file.document["nodes"][0]["scale"] = {1, 1.001, 1};
    CHECK(good(file).bones.is_affine);
    CHECK(good(uneven_scale()).bones.is_affine);
    CHECK_FALSE(good(interpolations()).bones.is_affine);
}

TEST_CASE("a loaded model makes a kind of character", "[gltf]") {
    const gltf::model read = good(two_skins());
    const auto kind = gltf::make_kind(read, {}, palette_mode::diagonal);
    REQUIRE(kind);
    CHECK((*kind)->bind.joints.size() == 5);
    CHECK((*kind)->bind.mode == palette_mode::diagonal);
    CHECK((*kind)->rig.bone_count() == 5);
    gltf::model broken = read;
    broken.joints[2].bone = 77;
    const auto refused = gltf::make_kind(broken, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "unknown_bone");
}

} // namespace jounce::test

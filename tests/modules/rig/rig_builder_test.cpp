#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cmath>
#include <limits>

using namespace jounce;

namespace {

rig_builder::segment up(std::string name, std::int32_t parent, double from, double to) {
    rig_builder::segment bone;
    bone.name = std::move(name);
    bone.parent = parent;
    bone.head = {0, from, 0};
    bone.tail = {0, to, 0};
    return bone;
}

void expect_error(const rig_builder& bones, const char* name, const char* mentions) {
    const auto rig = bones.build<float>();
    REQUIRE_FALSE(rig);
    CHECK(rig.error().name == name);
    INFO(rig.error().message);
    CHECK(rig.error().message.find(mentions) != std::string::npos);
}

} // namespace

TEST_CASE("rig_builder keeps the order of bones that already stand parents first", "[rig]") {
    rig_builder bones;
    bones.add(up("hip", -1, 0, 1));
    bones.add(up("chest", 0, 1, 2));
    bones.add(up("tail", 0, 1, 3));
    bones.add(up("head", 1, 2, 4));
    const auto rig = bones.build<double>();
    REQUIRE(rig);
    CHECK(rig->source_index == std::vector<std::int32_t>{0, 1, 2, 3});
    CHECK(rig->parents == std::vector<std::int32_t>{-1, 0, 0, 1});
    CHECK(rig->rest_local[3].translation == vec3<double>{0, 1, 0});
    CHECK(rig->tail_local[3] == vec3<double>{0, 2, 0});
    CHECK_FALSE(rig->is_affine);
}

TEST_CASE("rig_builder sorts bones whose parents come later", "[rig]") {
    rig_builder bones;
    bones.add(up("c", 1, 2, 3));
    bones.add(up("b", 2, 1, 2));
    bones.add(up("a", -1, 0, 1));
    const auto rig = bones.build<float>();
    REQUIRE(rig);
    CHECK(rig->names == std::vector<std::string>{"a", "b", "c"});
    CHECK(rig->parents == std::vector<std::int32_t>{-1, 0, 1});
    CHECK(rig->source_index == std::vector<std::int32_t>{2, 1, 0});
}

TEST_CASE("rig_builder names what is wrong with a rig", "[rig][bad-input]") {
    rig_builder bones;
    SECTION("no bones") { expect_error(bones, "empty_rig", "at least one"); }
    SECTION("a cycle") {
        bones.add(up("root", -1, 0, 1));
        bones.add(up("egg", 2, 0, 1));
        bones.add(up("hen", 1, 0, 1));
        expect_error(bones, "cycle", "\"egg\"");
    }
    SECTION("its own parent") {
        bones.add(up("ouroboros", 0, 0, 1));
        expect_error(bones, "cycle", "\"ouroboros\"");
    }
    SECTION("a parent that is not there") {
        const std::int32_t parent = GENERATE(7, -2, std::numeric_limits<std::int32_t>::max(),
                                             std::numeric_limits<std::int32_t>::min());
        bones.add(up("root", -1, 0, 1));
        bones.add(up("lost", parent, 0, 1));
        expect_error(bones, "missing_parent", "bone 1 \"lost\"");
    }
    SECTION("two bones of one name") {
        bones.add(up("twin", -1, 0, 1));
        bones.add(up("twin", 0, 1, 2));
        expect_error(bones, "duplicate_name", "bone 0");
    }
    SECTION("no name") {
        bones.add(up("", -1, 0, 1));
        expect_error(bones, "empty_name", "bone 0");
    }
    SECTION("no length") {
        bones.add(up("dot", -1, 1, 1));
        expect_error(bones, "zero_length", "\"dot\"");
    }
    SECTION("numbers that are none") {
        const double bad = GENERATE(std::numeric_limits<double>::quiet_NaN(),
                                    std::numeric_limits<double>::infinity());
        bones.add(up("root", -1, 0, 1));
        bones.add(up("broken", 0, 1, bad));
        expect_error(bones, "not_finite", "\"broken\"");
    }
    SECTION("a rotation that is none") {
        rig_builder::joint joint;
        joint.name = "skewed";
        joint.rotation = {0, 0, 0, 2};
        joint.tail = {0, 1, 0};
        bones.add(joint);
        expect_error(bones, "bad_rotation", "\"skewed\"");
    }
    SECTION("a scale of zero") {
        rig_builder::joint joint;
        joint.name = "flat";
        joint.scale = {1, 0, 1};
        joint.tail = {0, 1, 0};
        bones.add(joint);
        expect_error(bones, "bad_scale", "\"flat\"");
    }
    SECTION("too many bones") {
        for (std::int32_t b = 0; b <= max_bones; ++b) {
            bones.add(up("b" + std::to_string(b), b - 1, b, b + 1.0));
        }
        expect_error(bones, "too_many_bones", "4096");
    }
}

TEST_CASE("rig_builder allows a point handle without length", "[rig]") {
    rig_builder bones;
    rig_builder::segment dot = up("handle", -1, 1, 1);
    dot.handle = true;
    bones.add(dot);
    CHECK(bones.build<float>());
}

TEST_CASE("rig_builder notices scale that differs by axis", "[rig]") {
    rig_builder bones;
    rig_builder::joint joint;
    joint.name = "wide";
    joint.scale = {2, 1, 1};
    joint.tail = {0, 1, 0};
    bones.add(joint);
    const auto rig = bones.build<double>();
    REQUIRE(rig);
    CHECK(rig->is_affine);
    CHECK(rig->rest_stretch[0] == vec3<double>{2, 1, 1});
    CHECK(rig->rest_linear[0].column[0] == vec3<double>{2, 0, 0});
}

TEST_CASE("rig_builder places segments under turned and scaled joints", "[rig]") {
    rig_builder bones;
    rig_builder::joint root;
    root.name = "root";
    root.rotation = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};
    root.scale = {2, 2, 2};
    root.tail = {1, 0, 0};
    bones.add(root);
    bones.add(up("stick", 0, 3, 5));
    const auto rig = bones.build<double>();
    REQUIRE(rig);
    CHECK(std::abs(rig->rest_head[1].y - 3) < 1e-12);
    CHECK(std::abs(rig->rest_tail[1].y - 5) < 1e-12);
    CHECK(std::abs(rig->rest_local[1].translation.x - 1.5) < 1e-12);
}

#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/rig_builder.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <limits>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

/// a - b - c - d, with e beside c; every bone one metre long.
basic_rig<double> branching_rig() {
    rig_builder bones;
    const auto add = [&](const char* name, std::int32_t parent, double height) {
        rig_builder::segment bone;
        bone.name = name;
        bone.parent = parent;
        bone.head = {0, height, 0};
        bone.tail = {0, height + 1, 0};
        bones.add(bone);
    };
    add("a", -1, 0);
    add("b", 0, 1);
    add("c", 1, 2);
    add("d", 2, 3);
    add("e", 1, 2.25);
    return *bones.build<double>();
}

} // namespace

TEST_CASE("reference_builder finds affected bones and children, with gaps and branches",
          "[springs]") {
    const basic_rig<double> rig = branching_rig();
    reference_builder springs;
    springs.add("d", {});
    springs.add("b", {});
    const auto set = springs.build(rig);
    REQUIRE(set);
    REQUIRE(set->springs.size() == 2);
    CHECK(set->springs[0].bone == 1); // parents first, whatever the order of adding
    CHECK(set->springs[1].bone == 3);
    REQUIRE(set->affected.size() == 4); // b, its children c and e, and d
    CHECK(set->affected[0].bone == 1);
    CHECK(set->affected[3].bone == 4);
    REQUIRE(set->springs[0].child_count == 2);
    CHECK(set->children[0].slot == 1);
    CHECK(set->children[1].slot == 3);
    CHECK_THAT(set->children[1].offset.y, WithinAbs(-0.25, 1e-15));
    CHECK(set->springs[1].child_count == 0);
}

TEST_CASE("hook places the fixed mass between head and tail", "[springs]") {
    const basic_rig<double> rig = branching_rig();
    for (const double hook : {0.0, 0.25, 1.0}) {
        reference_builder springs;
        spring_settings settings;
        settings.hook = hook;
        springs.add("b", settings);
        const auto set = springs.build(rig);
        REQUIRE(set);
        CHECK_THAT(set->springs[0].rest_anchor.y, WithinAbs(1 + hook, 1e-15));
        CHECK_THAT(set->springs[0].rest_length, WithinAbs(1 - hook, 1e-15));
        CHECK_THAT(set->springs[0].bone_length, WithinAbs(1, 1e-15));
    }
}

TEST_CASE("reference_builder names what is wrong with springs", "[springs][bad-input]") {
    const basic_rig<double> rig = branching_rig();
    reference_builder springs;
    spring_settings settings;
    const auto expect = [&](const char* name, const char* mentions) {
        const auto set = springs.build(rig);
        REQUIRE_FALSE(set);
        INFO(set.error().message);
        CHECK(set.error().name == name);
        CHECK(set.error().message.find(mentions) != std::string::npos);
    };
    SECTION("a bone that is not there") {
        springs.add("tial", {});
        expect("unknown_bone", "\"tial\"");
    }
    SECTION("a bone given twice") {
        springs.add("b", {});
        springs.add("b", {});
        expect("duplicate_spring", "\"b\"");
    }
    SECTION("no mass") {
        settings.mass = 0;
        springs.add("b", settings);
        expect("bad_setting", "mass");
    }
    SECTION("stiffness that is no number") {
        settings.stiffness = std::numeric_limits<double>::quiet_NaN();
        springs.add("b", settings);
        expect("bad_setting", "stiffness");
    }
    SECTION("a hook beyond the tail") {
        settings.hook = 1.5;
        springs.add("b", settings);
        expect("bad_setting", "hook");
    }
    SECTION("an offset for a bone that is not there") {
        springs.override_offset("x", {});
        expect("unknown_bone", "\"x\"");
    }
}

TEST_CASE("a handle without length can be moved but not rotated", "[springs][bad-input]") {
    rig_builder bones;
    rig_builder::segment dot;
    dot.name = "dot";
    dot.handle = true;
    bones.add(dot);
    const basic_rig<float> rig = *bones.build<float>();
    spring_settings settings;
    reference_builder rotating;
    rotating.add("dot", settings);
    REQUIRE_FALSE(rotating.build(rig));
    CHECK(rotating.build(rig).error().name == "zero_length");
    settings.output = spring_transform::translate;
    reference_builder moving;
    moving.add("dot", settings);
    CHECK(moving.build(rig));
}

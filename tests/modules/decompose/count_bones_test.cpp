#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;

namespace {

/// As a user would do it who says nothing.
decomposition make(const mesh_animation& from, bone_kind kind = bone_kind::flexible) {
    decompose_options options;
    options.kind = kind;
    result<decomposition> made = decompose::decompose(from, options);
    REQUIRE(made);
    return *std::move(made);
}

} // namespace

TEST_CASE("every piece of a robot gets a bone unasked, however small", "[decompose]") {
    // A large box among eight small ones of 12 triangles.
    mesh_animation from = moving_boxes(9, 10, 1);
    const mesh_animation large = moving_boxes(1, 10, 12);
    const auto first = static_cast<std::uint32_t>(from.rest.size());
    mesh_animation both;
    both.rest = from.rest;
    for (const vec3<double>& p : large.rest) {
        both.rest.push_back({10 * p.x, 10 * p.y + 40, 10 * p.z});
    }
    both.triangles = from.triangles;
    for (const std::uint32_t v : large.triangles) {
        both.triangles.push_back(v + first);
    }
    for (std::size_t t = 0; t < 10; ++t) {
        both.frames.insert(both.frames.end(), from.frame(t).begin(), from.frame(t).end());
        for (const vec3<double>& p : large.frame(t)) { // one rigid box, which leans and goes
            both.frames.push_back({10 * p.x + static_cast<double>(t), 10 * p.y + 40, 10 * p.z});
        }
    }
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        const decomposition made = make(both, kind);
        CHECK(made.bone_count() == 10);
        CHECK(error_of(made, both) < 1e-2);
    }
}

TEST_CASE("a small mesh with shape keys gets bones for them", "[decompose]") {
    const mesh_animation from = keyed_box(20);
    REQUIRE(from.rest.size() == 24);
    const decomposition made = make(from);
    CHECK(made.bone_count() > 1);
    CHECK(made.bone_count() <= 8);
    CHECK(error_of(made, from) < 2);
}

TEST_CASE("a soft body gets as many bones as bring it below two percent", "[decompose]") {
    for (const std::size_t rings : {8U, 12U, 40U}) {
        const mesh_animation from = bending_bar(16, rings);
        const decomposition made = make(from);
        CHECK(made.report.error < 2.05);
        CHECK(made.bone_count() > 1);
        CHECK(made.bone_count() <= from.rest.size() / 6); // fewer than would be exact for nothing
    }
}

TEST_CASE("a walk hides nothing from the number of bones", "[decompose]") {
    const mesh_animation from = waving_cloth(16, 10);
    const decomposition still = make(from), walks = make(walking(from, 500));
    CHECK(walks.bone_count() + 2 >= still.bone_count());
    CHECK(walks.bone_count() <= still.bone_count() + 2);
}

TEST_CASE("cloth gets as many bones as bring it below two percent, not more", "[decompose]") {
    const mesh_animation from = waving_cloth(24, 24);
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        const decomposition made = make(from, kind);
        CHECK(made.report.error < 2.05);
        CHECK(made.report.error > 1);
        CHECK(made.bone_count() <= 128);
        CHECK(made.report.compression > 3);
        CHECK(made.report.warnings.size() >= 1); // less than half of it moves rigidly
        decompose_options half;
        half.kind = kind;
        half.bones = made.bone_count() / 2;
        const result<decomposition> poorer = decompose::decompose(from, half);
        REQUIRE(poorer);
        CHECK(poorer->report.error > 2);
    }
}

TEST_CASE("a motion that one bone does gets one bone", "[decompose]") {
    CHECK(make(stretched_box(10)).bone_count() == 1);
    CHECK(make(walking(moving_boxes(1, 6), 100)).bone_count() == 1);
}

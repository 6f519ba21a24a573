#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;
using Catch::Approx;

namespace {

double determinant_of(const mat3<double>& m) {
    const vec3<double>* c = m.column;
    return c[0].x * (c[1].y * c[2].z - c[1].z * c[2].y) -
           c[1].x * (c[0].y * c[2].z - c[0].z * c[2].y) +
           c[2].x * (c[0].y * c[1].z - c[0].z * c[1].y);
}

} // namespace

TEST_CASE("every rigid part becomes a bone", "[decompose]") {
    const mesh_animation from = moving_boxes(5, 12);
    for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
        decompose_options options;
        options.kind = kind;
        const result<decomposition> made = decompose::decompose(from, options);
        REQUIRE(made);
        CHECK(made->kind == kind);
        CHECK(made->bone_count() == 5);
        CHECK(made->report.near_rigid == 1);
        CHECK(made->report.error < 1e-4);
        CHECK(error_of(*made, from) < 1e-4);
        CHECK(made->report.warnings.empty());
        // A box is wholly one bone's.
        const std::size_t per_box = from.rest.size() / 5;
        for (std::size_t v = 0; v < from.rest.size(); ++v) {
            const auto row = made->weights.of(v);
            const auto heaviest = std::max_element(
                row.begin(), row.end(), [](auto& a, auto& b) { return a.weight < b.weight; });
            const auto first = made->weights.of(v / per_box * per_box);
            CHECK(heaviest->weight == Approx(1).margin(1e-6));
            CHECK(heaviest->bone ==
                  std::max_element(first.begin(), first.end(), [](auto& a, auto& b) {
                      return a.weight < b.weight;
                  })->bone);
        }
        for (const affine<double>& bone : made->bones) {
            CHECK(determinant_of(bone.linear) == Approx(1).margin(1e-5));
        }
    }
}

TEST_CASE("a bone turns at the centre of its part", "[decompose]") {
    const mesh_animation from = moving_boxes(3, 8);
    const result<decomposition> made = decompose::decompose(from);
    REQUIRE(made);
    REQUIRE(made->bone_count() == 3);
    std::vector<double> x;
    for (const vec3<double>& centre : made->centres) {
        x.push_back(centre.x);
    }
    std::sort(x.begin(), x.end());
    for (std::size_t b = 0; b < 3; ++b) {
        CHECK(x[b] == Approx(3 * static_cast<double>(b)).margin(1e-6));
    }
}

TEST_CASE("the order of frames, and frames twice, give the same bones", "[decompose]") {
    const mesh_animation from = moving_boxes(4, 10);
    const result<decomposition> made = decompose::decompose(from);
    REQUIRE(made);
    mesh_animation reversed = from, shuffled = from, doubled = from;
    reversed.frames.clear();
    shuffled.frames.clear();
    const auto other = [](std::size_t t) { return (7 * t + 3) % 10; };
    for (std::size_t t = 0; t < 10; ++t) {
        const auto last = from.frame(9 - t), any = from.frame(other(t));
        reversed.frames.insert(reversed.frames.end(), last.begin(), last.end());
        shuffled.frames.insert(shuffled.frames.end(), any.begin(), any.end());
    }
    doubled.frames.insert(doubled.frames.end(), from.frames.begin(), from.frames.end());
    doubled.takes = {{"one", 0, 10, 24}, {"two", 10, 10, 30}}; // several takes are frames in a row
    const result<decomposition> backwards = decompose::decompose(reversed);
    const result<decomposition> mixed = decompose::decompose(shuffled);
    const result<decomposition> twice = decompose::decompose(doubled);
    REQUIRE(backwards);
    REQUIRE(mixed);
    REQUIRE(twice);
    REQUIRE(mixed->bone_count() == made->bone_count());
    REQUIRE(backwards->bone_count() == made->bone_count());
    REQUIRE(twice->bone_count() == made->bone_count());
    const auto differ = [](const affine<double>& a, const affine<double>& b) {
        double far = std::abs(a.translation.x - b.translation.x) +
                     std::abs(a.translation.y - b.translation.y) +
                     std::abs(a.translation.z - b.translation.z);
        for (int c = 0; c < 3; ++c) {
            far += std::abs(a.linear.column[c].x - b.linear.column[c].x) +
                   std::abs(a.linear.column[c].y - b.linear.column[c].y) +
                   std::abs(a.linear.column[c].z - b.linear.column[c].z);
        }
        return far;
    };
    for (std::size_t t = 0; t < 10; ++t) {
        for (std::size_t b = 0; b < made->bone_count(); ++b) {
            CHECK(differ(made->bone(t, b), backwards->bone(9 - t, b)) < 1e-5);
            CHECK(differ(made->bone(other(t), b), mixed->bone(t, b)) < 1e-5);
            CHECK(differ(made->bone(t, b), twice->bone(t, b)) < 1e-5);
            CHECK(differ(twice->bone(t, b), twice->bone(t + 10, b)) < 1e-5);
        }
    }
}

TEST_CASE("fewer bones than a vertex may have", "[decompose]") {
    const mesh_animation from = moving_boxes(3, 6);
    for (const std::size_t bones : {1U, 2U, 3U}) {
        decompose_options options;
        options.bones = bones;
        options.influences = 8;
        const result<decomposition> made = decompose::decompose(from, options);
        REQUIRE(made);
        CHECK(made->bone_count() == bones);
        for (std::size_t v = 0; v < from.rest.size(); ++v) {
            CHECK(made->weights.of(v).size() <= bones);
        }
        CHECK(made->report.error == Approx(error_of(*made, from)).margin(1e-6));
    }
}

TEST_CASE("as many bones as asked for", "[decompose]") {
    const mesh_animation from = bending_bar(12);
    std::vector<double> errors;
    for (const std::size_t bones : {1U, 2U, 3U, 7U, 20U}) {
        for (const bone_kind kind : {bone_kind::flexible, bone_kind::rigid}) {
            decompose_options options;
            options.bones = bones;
            options.kind = kind;
            const result<decomposition> made = decompose::decompose(from, options);
            REQUIRE(made);
            CHECK(made->bone_count() == bones);
            CHECK(made->bones.size() == bones * 12);
            CHECK(made->report.error == Approx(error_of(*made, from)).epsilon(1e-6));
            if (kind == bone_kind::flexible) {
                CHECK((errors.empty() || made->report.error < errors.back()));
                errors.push_back(made->report.error);
            }
        }
    }
    decompose_options too_many;
    too_many.bones = 200;
    too_many.refits = 1;
    const result<decomposition> made = decompose::decompose(bending_bar(3, 9), too_many);
    REQUIRE(made);
    CHECK(made->bone_count() == 128); // a bone for every triangle
    CHECK(made->report.warnings.size() >= 1);
}

TEST_CASE("as few bones as stay below an error", "[decompose]") {
    const mesh_animation from = bending_bar(12);
    std::size_t before = 100;
    for (const double percent : {0.5, 5.0, 40.0}) {
        decompose_options options;
        options.error = percent;
        const result<decomposition> made = decompose::decompose(from, options);
        REQUIRE(made);
        CHECK(made->report.error <= percent);
        CHECK(made->bone_count() < before);
        before = made->bone_count();
        options.bones = made->bone_count() > 1 ? made->bone_count() - 1 : 1;
        const result<decomposition> fewer = decompose::decompose(from, options);
        REQUIRE(fewer);
        CHECK((fewer->report.error > percent || made->bone_count() == 1));
    }
    decompose_options impossible;
    impossible.error = 1e-9;
    impossible.refits = 1;
    const result<decomposition> made = decompose::decompose(from, impossible);
    REQUIRE(made);
    CHECK(made->report.warnings.size() >= 1);
}

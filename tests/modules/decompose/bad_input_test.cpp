#include "modules/decompose/made_animations.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

using namespace jounce;
using namespace jounce::decompose;
using namespace jounce::test;

namespace {

/// The name of the error, or "" if it worked.
std::string fault_of(const mesh_animation& from, const decompose_options& options = {}) {
    const result<decomposition> made = decompose::decompose(from, options);
    if (made) {
        return "";
    }
    CHECK(made.error().message.size() > 10);
    return made.error().name;
}

bool is_finite(const decomposition& made) {
    bool all = std::isfinite(made.report.error);
    for (const affine<double>& bone : made.bones) {
        all = all && std::isfinite(bone.linear.column[0].x + bone.linear.column[1].y +
                                   bone.linear.column[2].z + bone.translation.x);
    }
    for (const weights::bone_weight& one : made.weights.entries) {
        all = all && std::isfinite(one.weight);
    }
    return all;
}

} // namespace

TEST_CASE("animations that cannot be used are refused by name", "[decompose]") {
    const mesh_animation good = moving_boxes(2, 4);
    REQUIRE(fault_of(good).empty());
    mesh_animation bad = good;
    bad.frames.pop_back();
    CHECK(fault_of(bad) == errors::bad_count);
    bad.frames.clear();
    CHECK(fault_of(bad) == errors::bad_count);
    bad = good;
    bad.triangles.push_back(0);
    CHECK(fault_of(bad) == errors::bad_count);
    bad.triangles.clear();
    CHECK(fault_of(bad) == errors::no_triangles);
    CHECK(fault_of({}) == errors::no_vertices);
    bad = good;
    bad.triangles[4] = static_cast<std::uint32_t>(bad.rest.size());
    CHECK(fault_of(bad) == errors::bad_index);
    for (const double number : {std::numeric_limits<double>::quiet_NaN(),
                                -std::numeric_limits<double>::infinity(), 1e200}) {
        bad = good;
        bad.frames[bad.rest.size() + 3].y = number;
        CHECK(fault_of(bad) == errors::not_finite);
        bad = good;
        bad.rest[1].z = number;
        CHECK(fault_of(bad) == errors::not_finite);
    }
    bad = good;
    for (vec3<double>& place : bad.frames) {
        place.y = 2 * place.x; // flat boxes: those along the line are degenerate
        place.z = place.x;
    }
    CHECK(fault_of(bad) == errors::no_triangles);
}

TEST_CASE("options beyond their range are refused", "[decompose]") {
    const mesh_animation good = moving_boxes(2, 4);
    const auto with = [&](auto change) {
        decompose_options options;
        change(options);
        return fault_of(good, options);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(with([](auto& o) { o.influences = 0; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.influences = 65; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.bones = max_bones + 1; }) == errors::out_of_range);
    CHECK(with([&](auto& o) { o.error = nan; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.error = -1; }) == errors::out_of_range);
    CHECK(with([&](auto& o) { o.bandwidth = nan; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.bandwidth = 0; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.merge = 2; }) == errors::out_of_range);
    CHECK(with([](auto& o) { o.max_bytes = 1000; }) == errors::too_large);
    CHECK(with([](auto& o) { o.influences = 64; }).empty());
    CHECK(with([](auto& o) { o.merge = 0; }).empty());
    CHECK(with([](auto& o) { o.literal = true; }).empty());
    CHECK(with([](auto& o) {
              o.literal = true;
              o.bandwidth = 1e-4;
          }).empty());
}

TEST_CASE("the paper's rule finds nothing in small meshes", "[decompose]") {
    decompose_options options;
    options.literal = true;
    CHECK(fault_of(moving_boxes(3, 4, 1), options) == errors::no_bones);
    CHECK(fault_of(moving_boxes(3, 4, 1)).empty());
}

TEST_CASE("odd meshes give a result", "[decompose]") {
    SECTION("one frame") {
        const result<decomposition> made = decompose::decompose(moving_boxes(3, 1));
        REQUIRE(made);
        CHECK(is_finite(*made));
        CHECK(made->report.error < 1e-4);
    }
    SECTION("nothing moves") {
        mesh_animation still = moving_boxes(3, 1);
        still.frames = still.rest;
        still.frames.insert(still.frames.end(), still.rest.begin(), still.rest.end());
        const result<decomposition> made = decompose::decompose(still);
        REQUIRE(made);
        CHECK(is_finite(*made));
        CHECK(made->bone_count() >= 1);
        CHECK(made->report.error < 1e-4);
    }
    SECTION("vertices without triangles, far away") {
        mesh_animation from = moving_boxes(2, 3);
        const std::size_t before = from.rest.size();
        mesh_animation with = from;
        with.rest.push_back({5, 5, 5});
        with.frames.clear();
        for (std::size_t t = 0; t < 3; ++t) {
            with.frames.insert(with.frames.end(), from.frame(t).begin(), from.frame(t).end());
            with.frames.push_back({5, 5 + static_cast<double>(t), 5});
        }
        const result<decomposition> made = decompose::decompose(with);
        REQUIRE(made);
        CHECK(is_finite(*made));
        CHECK(made->weights.of(before).size() >= 1);
    }
    SECTION("degenerate and repeated triangles") {
        mesh_animation from = moving_boxes(2, 3);
        from.triangles.insert(from.triangles.end(), {0, 0, 0, 1, 1, 2, 0, 3, 1, 0, 3, 1});
        const result<decomposition> made = decompose::decompose(from);
        REQUIRE(made);
        CHECK(made->bone_count() == 2);
        CHECK(made->report.error < 1e-4);
    }
    SECTION("a single triangle") {
        mesh_animation from;
        from.rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        from.triangles = {0, 1, 2};
        from.frames = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}, {0, 1, 2}, {-1, 0, 2}};
        const result<decomposition> made = decompose::decompose(from);
        REQUIRE(made);
        CHECK(is_finite(*made));
        CHECK(made->bone_count() == 1);
        CHECK(made->report.error < 1e-3);
    }
}

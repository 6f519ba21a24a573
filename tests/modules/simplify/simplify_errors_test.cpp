#include "shapes.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <limits>
#include <string>

using namespace jounce;
using namespace simplify_test;

namespace {

std::string error_of(const shape& of, std::vector<std::size_t> targets,
                     const simplify::simplify_limits& limits = {}) {
    const auto made = simplify::simplify(of.input(), targets, limits);
    return made ? "" : made.error().name;
}

} // namespace

TEST_CASE("what cannot be simplified is named", "[simplify]") {
    const shape fine = grid(3, 3);
    CHECK(error_of(fine, {4}).empty());
    CHECK(error_of({}, {4}) == errors::no_vertices);
    shape bad = fine;
    bad.triangles.clear();
    CHECK(error_of(bad, {4}) == errors::no_triangles);
    bad = fine;
    bad.triangles.pop_back();
    CHECK(error_of(bad, {4}) == errors::no_triangles);
    bad = fine;
    bad.triangles[5] = 16;
    CHECK(error_of(bad, {4}) == errors::bad_index);
    bad = fine;
    bad.poses.resize(17);
    CHECK(error_of(bad, {4}) == errors::bad_count);
    bad = fine;
    bad.rest[3].y = std::numeric_limits<double>::quiet_NaN();
    CHECK(error_of(bad, {4}) == errors::not_finite);
    bad = fine;
    bad.poses = bad.rest;
    bad.poses[2].x = std::numeric_limits<double>::infinity();
    CHECK(error_of(bad, {4}) == errors::not_finite);
    CHECK(error_of(fine, {4, 8}) == errors::bad_order);
    CHECK(error_of(fine, {0}) == errors::bad_order);
    CHECK(error_of(fine, {4}, {.max_bytes = 100}) == errors::too_large);
}

TEST_CASE("odd meshes give a level, not a crash", "[simplify]") {
    shape odd = grid(6, 6);
    SECTION("triangles of no area") {
        odd.triangles.insert(odd.triangles.end(), {3, 3, 4, 5, 5, 5});
    }
    SECTION("an edge of three triangles") {
        odd.rest.push_back({3, 2, 3});
        odd.triangles.insert(odd.triangles.end(), {24, 25, 49});
    }
    SECTION("two fans at a vertex") {
        odd.rest.push_back({-1, 0, -2});
        odd.rest.push_back({-2, 0, -1});
        odd.triangles.insert(odd.triangles.end(), {0, 49, 50});
    }
    SECTION("triangles that contradict each other") {
        odd.triangles.insert(odd.triangles.end(), {24, 25, 31});
        odd.triangles.insert(odd.triangles.end(), {24, 25, 31});
    }
    SECTION("vertices that nothing uses") { odd.rest.resize(60, {9, 9, 9}); }
    SECTION("everything in one place") {
        for (point& p : odd.rest) {
            p = {1, 1, 1};
        }
    }
    const auto made = simplify::simplify(odd.input(), std::array<std::size_t, 2>{20, 1});
    REQUIRE(made);
    for (const simplify::mesh_detail& level : *made) {
        for (const std::uint32_t v : level.triangles) {
            REQUIRE(v < odd.rest.size());
        }
    }
}

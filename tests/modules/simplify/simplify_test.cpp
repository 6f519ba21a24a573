#include "shapes.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace jounce;
using namespace simplify_test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::vector<simplify::mesh_detail> reduced(const shape& of, std::vector<std::size_t> targets,
                                           bool with_poses = true) {
    auto made = simplify::simplify(of.input(with_poses), targets);
    REQUIRE(made);
    REQUIRE(made->size() == targets.size());
    return *std::move(made);
}

std::size_t kept_between(const shape& of, const simplify::mesh_detail& level, double low,
                         double high) {
    return static_cast<std::size_t>(
        std::count_if(level.kept.begin(), level.kept.end(),
                      [&](std::uint32_t v) { return of.rest[v].x > low && of.rest[v].x < high; }));
}

} // namespace

TEST_CASE("a flat grid becomes few triangles that cover it", "[simplify]") {
    const shape flat = grid(12, 8);
    const auto levels = reduced(flat, {40, 2});
    CHECK(levels[0].triangles.size() / 3 <= 40);
    CHECK(levels[1].triangles.size() / 3 == 2);
    CHECK(levels[1].kept == std::vector<std::uint32_t>{0, 12, 8 * 13, 8 * 13 + 12});
    for (const simplify::mesh_detail& level : levels) {
        CHECK_THAT(level.error, WithinAbs(0, 1e-6));
        double area = 0;
        for (std::size_t i = 0; i < level.triangles.size(); i += 3) {
            const point n =
                cross(flat.rest[level.triangles[i + 1]] - flat.rest[level.triangles[i]],
                      flat.rest[level.triangles[i + 2]] - flat.rest[level.triangles[i]]);
            CHECK(n.y > 0); // none is turned over
            area += 0.5 * n.y;
        }
        CHECK_THAT(area, WithinRel(96, 1e-12));
    }
}

TEST_CASE("a closed mesh stays closed, and keeps its volume", "[simplify]") {
    const shape ball = seamed_ball(24, 32);
    const std::size_t before = ball.triangles.size() / 3;
    const double full = volume(ball.rest, ball.triangles);
    CHECK(open_edges(ball.rest, ball.triangles) == 0);
    for (const simplify::mesh_detail& level : reduced(ball, {before / 2, before / 8})) {
        CHECK(open_edges(ball.rest, level.triangles) == 0);
        CHECK_THAT(volume(ball.rest, level.triangles), WithinRel(full, 0.08));
        CHECK(level.error < 0.02);
        CHECK(std::is_sorted(level.kept.begin(), level.kept.end()));
    }
}

TEST_CASE("a seam keeps a vertex on either side", "[simplify]") {
    const shape ball = seamed_ball(24, 32);
    const auto levels = reduced(ball, {200});
    // Columns 0 and 32 are the two sides of the seam: both keep the same rings.
    std::set<std::uint32_t> left;
    std::set<std::uint32_t> right;
    for (const std::uint32_t v : levels[0].kept) {
        const std::uint32_t ring = v / 33;
        if (ring == 0 || ring == 24) {
            continue; // every column meets there
        }
        if (v % 33 == 0) {
            left.insert(ring);
        }
        if (v % 33 == 32) {
            right.insert(ring);
        }
    }
    CHECK(left == right);
    CHECK(left.size() >= 3);
    CHECK(left.size() < 23);
    // No triangle reaches across: it would show the whole texture.
    for (std::size_t i = 0; i < levels[0].triangles.size(); i += 3) {
        const auto column = [&](std::size_t c) { return levels[0].triangles[i + c] % 33; };
        const auto [low, high] = std::minmax({column(0), column(1), column(2)});
        CHECK(high - low < 20);
    }
}

TEST_CASE("poses keep the vertices of joints", "[simplify]") {
    const shape bent = arm(81, 16, 8);
    const std::size_t target = 400;
    const auto by_poses = reduced(bent, {target});
    const auto by_rest = reduced(bent, {target}, false);
    CHECK(by_poses[0].triangles.size() / 3 <= target);
    const std::size_t at_joint = kept_between(bent, by_poses[0], 1.6, 2.4);
    const std::size_t at_joint_by_rest = kept_between(bent, by_rest[0], 1.6, 2.4);
    INFO(at_joint << " of " << by_poses[0].kept.size() << " with poses, " << at_joint_by_rest
                  << " of " << by_rest[0].kept.size() << " by the rest pose alone");
    CHECK(at_joint > 2 * at_joint_by_rest);
    // And the bent arm looks better for it.
    const std::vector<point> last = bent.pose(7);
    const double full = volume(last, bent.triangles);
    CHECK(std::abs(volume(last, by_poses[0].triangles) - full) <
          0.5 * std::abs(volume(last, by_rest[0].triangles) - full));
}

TEST_CASE("no triangle turns over in any pose", "[simplify]") {
    const shape bent = arm(61, 14, 8);
    const auto levels = reduced(bent, {500, 150});
    for (const simplify::mesh_detail& level : levels) {
        CHECK(open_edges(bent.rest, level.triangles) == 0);
        for (std::size_t p = 0; p < bent.pose_count(); ++p) {
            const std::vector<point> at = bent.pose(p);
            CHECK_THAT(volume(at, level.triangles), WithinRel(volume(at, bent.triangles), 0.1));
        }
    }
}

TEST_CASE("loose parts stay, however small", "[simplify]") {
    shape many = seamed_ball(10, 12);
    const shape one = many;
    for (int k = 1; k < 9; ++k) {
        const auto first = static_cast<std::uint32_t>(many.rest.size());
        for (const point& p : one.rest) {
            many.rest.push_back((1.0 / (3 * k)) * p + point{3.0 * k, 0, 0});
        }
        for (const std::uint32_t v : one.triangles) {
            many.triangles.push_back(first + v);
        }
    }
    const auto levels = reduced(many, {1});
    CHECK(loose_parts(many.rest.size(), levels[0].triangles) >= 9);
    CHECK(open_edges(many.rest, levels[0].triangles) == 0);
    std::set<int> seen;
    for (const std::uint32_t v : levels[0].kept) {
        seen.insert(static_cast<int>(std::lround(many.rest[v].x / 3)));
    }
    CHECK(seen.size() == 9);
}

TEST_CASE("levels are nested, and the same in every run", "[simplify]") {
    const shape bent = arm(41, 12, 4);
    const auto levels = reduced(bent, {600, 300, 100});
    const auto again = reduced(bent, {600, 300, 100});
    for (std::size_t i = 0; i < levels.size(); ++i) {
        CHECK(levels[i].triangles == again[i].triangles);
        CHECK(levels[i].error == again[i].error);
        if (i > 0) {
            CHECK(std::includes(levels[i - 1].kept.begin(), levels[i - 1].kept.end(),
                                levels[i].kept.begin(), levels[i].kept.end()));
        }
    }
    CHECK(levels[2].error > 2 * levels[0].error);
    CHECK(reduced(bent, {100})[0].triangles == levels[2].triangles);
}

TEST_CASE("frames are spread evenly", "[simplify]") {
    CHECK(simplify::spread_frames(48, 4) == std::vector<std::size_t>{0, 12, 24, 36});
    CHECK(simplify::spread_frames(3, 16) == std::vector<std::size_t>{0, 1, 2});
    CHECK(simplify::spread_frames(0, 16).empty());
}

TEST_CASE("the error on kept vertices counts these alone", "[simplify]") {
    // Two vertices, two frames; the first moves by 2, its mean is in the middle.
    const std::vector<point> frames = {{0, 0, 0}, {5, 0, 0}, {2, 0, 0}, {5, 0, 0}};
    std::vector<point> skinned = frames;
    skinned[3].y = 7;
    CHECK(simplify::error_on_kept(frames, skinned, 2, std::array{0U}) == 0);
    skinned[0].y = 0.1;
    CHECK_THAT(simplify::error_on_kept(frames, skinned, 2, std::array{0U}),
               WithinRel(100 * 0.1 / std::sqrt(2.0), 1e-12));
    CHECK(simplify::error_on_kept(frames, skinned, 2, std::array{0U, 1U}) > 100);
}

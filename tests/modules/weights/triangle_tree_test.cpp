#include <jounce/modules/weights/triangle_tree.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace triangle_tree_test {

using namespace jounce;
using namespace jounce::weights;
using Catch::Approx;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
using corners = std::array<std::uint32_t, 3>;

struct soup {
    std::vector<vec3<double>> positions;
    std::vector<corners> triangles;
};

vec3<double> random_point(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> any(-size, size);
    const double x = any(random), y = any(random), z = any(random);
    return {x, y, z};
}

soup random_soup(std::mt19937& random, std::size_t count, double size) {
    soup out;
    for (std::uint32_t i = 0; i < count; ++i) {
        const vec3<double> centre = random_point(random, 1);
        for (int corner = 0; corner < 3; ++corner) {
            out.positions.push_back(centre + random_point(random, size));
        }
        out.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return out;
}

/// Solves for the crossing with Eigen: the tree uses cross products.
bool crosses(const soup& all, const corners& triangle, const vec3<double>& from,
             const vec3<double>& to) {
    const auto at = [](const vec3<double>& p) { return Eigen::Vector3d(p.x, p.y, p.z); };
    const Eigen::Vector3d a = at(all.positions[triangle[0]]);
    Eigen::Matrix3d m;
    m << at(all.positions[triangle[1]]) - a, at(all.positions[triangle[2]]) - a, at(from) - at(to);
    const Eigen::Vector3d uvt = m.fullPivLu().solve(at(from) - a);
    return uvt[0] >= 0 && uvt[1] >= 0 && uvt[0] + uvt[1] <= 1 && uvt[2] > 0 && uvt[2] < 1;
}

/// The distance by ever finer search in the triangle, which is convex.
double searched_distance(const soup& all, const corners& triangle, const vec3<double>& p) {
    double best = infinite, best_u = 0, best_v = 0, step = 0.125;
    for (int round = 0; round < 40; ++round, step *= 0.6) {
        const double centre_u = best_u, centre_v = best_v;
        for (int i = -8; i <= 8; ++i) {
            for (int j = -8; j <= 8; ++j) {
                const double u = std::clamp(centre_u + i * step, 0.0, 1.0);
                const double v = std::clamp(centre_v + j * step, 0.0, 1.0 - u);
                const vec3<double> there = (1 - u - v) * all.positions[triangle[0]] +
                                           u * all.positions[triangle[1]] +
                                           v * all.positions[triangle[2]];
                const double distance = length(p - there);
                if (distance < best) {
                    best = distance;
                    best_u = u;
                    best_v = v;
                }
            }
        }
    }
    return best;
}

vec3<double> place_of(const soup& all, const surface_point& found) {
    const corners& t = all.triangles[found.triangle];
    return found.share[0] * all.positions[t[0]] + found.share[1] * all.positions[t[1]] +
           found.share[2] * all.positions[t[2]];
}

} // namespace

TEST_CASE("the tree sees the same obstacles as a look at every triangle", "[weights][tree]") {
    std::mt19937 random(7);
    for (const std::uint32_t count : {1U, 4U, 5U, 60U, 700U}) {
        const soup all = random_soup(random, count, count > 100 ? 0.1 : 0.6);
        const triangle_tree tree(all.positions, all.triangles);
        int hits = 0;
        for (int i = 0; i < 400; ++i) {
            const vec3<double> from = random_point(random, 1.2), to = random_point(random, 1.2);
            const std::uint32_t skip = i % 2 == 0
                                           ? triangle_tree::no_vertex
                                           : static_cast<std::uint32_t>(random() % (3 * count));
            const bool expected =
                std::any_of(all.triangles.begin(), all.triangles.end(), [&](const corners& t) {
                    return t[0] != skip && t[1] != skip && t[2] != skip &&
                           crosses(all, t, from, to);
                });
            CHECK(tree.blocked(from, to, skip) == expected);
            CHECK(tree.blocked(to, from, skip) == expected);
            hits += expected;
        }
        CHECK(hits > 0);
        CHECK(hits < 400);
    }
}

TEST_CASE("the tree finds the nearest place", "[weights][tree]") {
    std::mt19937 random(11);
    const soup all = random_soup(random, 90, 0.3);
    const triangle_tree tree(all.positions, all.triangles);
    for (int i = 0; i < 40; ++i) {
        const vec3<double> p = random_point(random, 1.5);
        const bool odd_only = i % 2 == 1;
        const auto accept = [&](std::uint32_t t) { return t % 2 == 1; };
        double expected = infinite;
        for (std::size_t t = odd_only ? 1 : 0; t < all.triangles.size(); t += odd_only ? 2 : 1) {
            expected = std::min(expected, searched_distance(all, all.triangles[t], p));
        }
        const auto found = odd_only ? tree.nearest(p, accept) : tree.nearest(p);
        REQUIRE(found);
        CHECK((!odd_only || found->triangle % 2 == 1));
        CHECK(found->distance == Approx(expected).margin(1e-7));
        CHECK(length(place_of(all, *found) - p) == Approx(found->distance).margin(1e-12));
        CHECK(found->share[0] + found->share[1] + found->share[2] == Approx(1).margin(1e-14));
        CHECK(std::min({found->share[0], found->share[1], found->share[2]}) >= 0);
    }
}

TEST_CASE("places on one triangle, derived by hand", "[weights][tree]") {
    const vec3<double> a = {0, 0, 0}, b = {4, 0, 0}, c = {0, 4, 0};
    const surface_point over = nearest_on_triangle({1, 1, -3}, a, b, c);
    CHECK(over.share == std::array<double, 3>{0.5, 0.25, 0.25});
    CHECK(over.distance == 3);
    const surface_point edge = nearest_on_triangle({1, -2, 0}, a, b, c);
    CHECK(edge.share == std::array<double, 3>{0.75, 0.25, 0});
    CHECK(edge.distance == 2);
    const surface_point corner = nearest_on_triangle({-3, -4, 0}, a, b, c);
    CHECK(corner.share == std::array<double, 3>{1, 0, 0});
    CHECK(corner.distance == 5);
    const surface_point line = nearest_on_triangle({1, 3, 0}, a, {2, 0, 0}, {4, 0, 0});
    CHECK(line.distance == 3);
    const surface_point point = nearest_on_triangle({0, 3, 4}, a, a, a);
    CHECK(point.distance == 5);
    CHECK(point.share[0] + point.share[1] + point.share[2] == 1);
}

TEST_CASE("rays do not slip through edges, and touch neither their ends nor their own triangles",
          "[weights][tree]") {
    // A square of two triangles with the diagonal 0-2, another one a unit above.
    const std::vector<vec3<double>> p = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const triangle_tree tree(p, {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}});
    for (int i = 1; i < 1000; ++i) {
        const double at = i / 1000.0;
        CHECK(tree.blocked({at, at, -0.7}, {at, at, 0.3}));
        CHECK(tree.blocked({at + 0.3, at, -0.7}, {at - 0.3, at, 0.7}));
    }
    CHECK(tree.blocked({0, 0, -1}, {0, 0, 0.5})); // a corner
    CHECK_FALSE(tree.blocked({-1e-6, 0, -1}, {-1e-6, 0, 0.5}));
    CHECK_FALSE(tree.blocked({0.5, 0.2, 0}, {0.5, 0.2, 1})); // both ends lie on triangles
    CHECK(tree.blocked({0.5, 0.2, -0.01}, {0.5, 0.2, 0.5}));
    CHECK_FALSE(tree.blocked({0.2, 0.1, 0}, {0.9, 0.5, 0})); // within the plane
    CHECK_FALSE(tree.blocked({0.5, 0.2, 0.1}, {0.5, 0.2, 0.9}));
    CHECK(tree.blocked({1, 0, -1}, {1, 0, 0.5}, 2) == false); // triangle 0 alone has the corner 1
    CHECK(tree.blocked({1, 0, -1}, {1, 0, 0.5}, 3));
    CHECK_FALSE(tree.blocked({0.5, 0.5, -1}, {0.5, 0.5, -1}));
}

TEST_CASE("of equally near triangles the first counts, in any tree", "[weights][tree]") {
    std::vector<vec3<double>> p;
    std::vector<corners> t;
    for (std::uint32_t i = 0; i < 50;
         ++i) { // the same triangle again and again, and others far away
        const double far = i % 5 == 3 ? 0 : 10.0 + i;
        p.insert(p.end(), {{far, 0, 0}, {far + 1, 0, 0}, {far, 1, 0}});
        t.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const triangle_tree tree(p, t);
    CHECK(tree.nearest({0.2, 0.2, 1})->triangle == 3);
    CHECK(tree.nearest({0.2, 0.2, 1}, [](std::uint32_t i) { return i > 20; })->triangle == 23);
    CHECK_FALSE(tree.nearest({0.2, 0.2, 1}, [](std::uint32_t) { return false; }));
}

TEST_CASE("trees of nothing, of points and of what is no number", "[weights][tree]") {
    const std::vector<vec3<double>> p = {{0, 0, 0},        {1, 0, 0},
                                         {0, 1, 0},        {no_number, 0, 0},
                                         {infinite, 0, 0}, {1e200, 1e200, 1e200}};
    const triangle_tree empty(p, {});
    CHECK_FALSE(empty.blocked({0, 0, -1}, {0, 0, 1}));
    CHECK_FALSE(empty.nearest({0, 0, 0}));
    const triangle_tree bad(p, {{0, 1, 3}, {4, 1, 2}});
    CHECK_FALSE(bad.blocked({0.2, 0.2, -1}, {0.2, 0.2, 1}));
    CHECK_FALSE(bad.nearest({0, 0, 0}));
    std::vector<corners> many(100, {0, 0, 0});
    many.insert(many.end(), {{0, 1, 3}, {0, 1, 5}, {0, 1, 2}, {0, 0, 1}});
    const triangle_tree mixed(p, many);
    CHECK(mixed.blocked({0.2, 0.2, -1}, {0.2, 0.2, 1}));
    CHECK(mixed.nearest({0.2, 0.2, 1})->triangle == 102);
    CHECK_FALSE(mixed.blocked({no_number, 0, 0}, {0, 0, 1}));
    CHECK_FALSE(mixed.blocked({0, 0, 0}, {infinite, 0, 1}));
    CHECK_FALSE(mixed.nearest({0, no_number, 0}));
    CHECK(mixed.nearest({-1e300, 1e300, 1e300}));
}

} // namespace triangle_tree_test

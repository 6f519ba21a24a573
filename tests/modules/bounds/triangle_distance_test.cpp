// Distances of triangles against many samples of them.

#include "support/random_rigs.hpp"

#include <jounce/modules/bounds/triangle_distance.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace jounce;
using namespace jounce::bounds;
using test::dice;

namespace {

/// Thin, degenerate and ordinary ones.
triangle random_triangle(dice& roll) {
    const vec3<double> a = roll.vector(1), b = roll.vector(1);
    switch (roll.whole(0, 7)) {
    case 0: return {a, a, a};
    case 1: return {a, b, 0.3 * a + 0.7 * b};
    case 2: return {a, b, a + roll.vector(0.01)};
    default: return {a, b, roll.vector(1)};
    }
}

std::vector<vec3<double>> samples(const triangle& of, int steps) {
    std::vector<vec3<double>> out;
    for (int i = 0; i <= steps; ++i) {
        for (int k = 0; i + k <= steps; ++k) {
            const double u = static_cast<double>(i) / steps, v = static_cast<double>(k) / steps;
            out.push_back((1 - u - v) * of[0] + u * of[1] + v * of[2]);
        }
    }
    return out;
}

/// Samples of a triangle are nowhere farther apart than a step.
bool is_on(const triangle& of, const vec3<double>& p) {
    constexpr int steps = 24;
    const double step =
        std::max({length(of[0] - of[1]), length(of[1] - of[2]), length(of[2] - of[0])}) / steps;
    double least = 1e9;
    for (const vec3<double>& sample : samples(of, steps)) {
        least = std::min(least, length(sample - p));
    }
    return least <= step + 1e-12;
}

} // namespace

TEST_CASE("nearest places on triangles are not farther than any sample", "[bounds]") {
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        dice roll(seed);
        const triangle to = random_triangle(roll);
        const vec3<double> p = roll.vector(1.5), q = roll.vector(1.5);
        const vec3<double> found = nearest_on_triangle(p, to);
        REQUIRE(is_on(to, found));
        const nearest_places of_segment = nearest_of_segment(p, q, to);
        REQUIRE(is_on(to, of_segment.second));
        double to_point = 1e9, to_segment = 1e9;
        for (const vec3<double>& sample : samples(to, 12)) {
            to_point = std::min(to_point, length(sample - p));
            for (int i = 0; i <= 12; ++i) {
                to_segment =
                    std::min(to_segment, length(sample - ((i / 12.0) * q + (1 - i / 12.0) * p)));
            }
        }
        REQUIRE(length(found - p) <= to_point + 1e-12);
        REQUIRE(length(found - p) >= to_point - 0.3);
        REQUIRE(std::sqrt(of_segment.square) <= to_segment + 1e-12);
        REQUIRE(std::sqrt(of_segment.square) >= to_segment - 0.5);
        REQUIRE(std::abs(length(of_segment.first - of_segment.second) -
                         std::sqrt(of_segment.square)) < 1e-9);
    }
}

TEST_CASE("triangles that cross have no distance, others that of their samples", "[bounds]") {
    int crossing = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        dice roll(seed);
        const triangle one = random_triangle(roll);
        triangle other = random_triangle(roll);
        const vec3<double> shift = roll.vector(1);
        for (vec3<double>& corner : other) {
            corner = corner + shift;
        }
        const nearest_places near = nearest_of_triangles(one, other);
        REQUIRE(is_on(one, near.first));
        REQUIRE(is_on(other, near.second));
        double least = 1e9;
        for (const vec3<double>& a : samples(one, 8)) {
            for (const vec3<double>& b : samples(other, 8)) {
                least = std::min(least, length(a - b));
            }
        }
        REQUIRE(std::sqrt(near.square) <= least + 1e-12);
        REQUIRE(std::sqrt(near.square) >= least - 0.5);
        crossing += near.square == 0 ? 1 : 0;
    }
    CHECK(crossing > 100);
}

TEST_CASE("rays meet triangles from both sides, not edge on", "[bounds]") {
    const triangle flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    CHECK(meet({0.2, 0.2, 2}, {0, 0, -1}, flat) == 2);
    CHECK(meet({0.2, 0.2, -2}, {0, 0, 1}, flat) == 2);
    CHECK_FALSE(meet({0.2, 0.2, 2}, {0, 0, 1}, flat));
    CHECK_FALSE(meet({0.8, 0.8, 2}, {0, 0, -1}, flat));
    CHECK_FALSE(meet({-1, 0.2, 0}, {1, 0, 0}, flat));
    CHECK(normal_of(flat) == vec3<double>{0, 0, 1});
    CHECK(normal_of({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}) == vec3<double>{});
}

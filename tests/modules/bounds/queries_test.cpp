// Queries through the tree against the same question to every triangle.

#include "modules/bounds/bounded_skins.hpp"
#include "support/caught_assert.hpp"
#include "support/counted_new.hpp"

#include <jounce/modules/bounds/skin_queries.hpp>
#include <jounce/modules/bounds/triangle_distance.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <limits>

using namespace jounce;
using namespace jounce::bounds;
using namespace jounce::test;

namespace {

constexpr palette_mode all_modes[] = {palette_mode::diagonal, palette_mode::polar,
                                      palette_mode::matrix};

/// A posed tube, and its triangles without the help of a tree.
struct posed_tube {
    skin_surface surface;
    skin_tree tree;
    palette rows;
    posed_skin skin;
    std::vector<triangle> triangles;

    posed_tube(int joints, int rings, int sides)
        : surface(make_tube(joints, rings, sides)), tree(*make_skin_tree(surface, joints)) {}

    void bend(std::uint32_t seed, double turn) {
        dice roll(seed);
        const skin_method method =
            seed % 2 == 0 ? skin_method::linear : skin_method::dual_quaternion;
        const float weight[] = {seed % 3 == 0 ? 0.7F : 0.0F};
        rows = bent_palette(roll, tree.joint_count, turn, all_modes[seed / 2 % 3], 1, 0.2);
        skin.pose(tree, method, rows, static_cast<int>(seed) % lane_count, weight);
        const std::vector<vec3<float>> vertices =
            skinned_vertices(surface, method, rows, static_cast<int>(seed) % lane_count, weight);
        triangles.clear();
        for (std::size_t i = 0; i < surface.triangles.size(); i += 3) {
            triangles.push_back({cast<double>(vertices[surface.triangles[i]]),
                                 cast<double>(vertices[surface.triangles[i + 1]]),
                                 cast<double>(vertices[surface.triangles[i + 2]])});
        }
    }
    template <class Distance> std::vector<surface_hit> touching(double limit, Distance&& of) const {
        std::vector<surface_hit> out;
        for (std::uint32_t i = 0; i < triangles.size(); ++i) {
            const auto [point, distance] = of(triangles[i]);
            if (distance <= limit) {
                out.push_back({i, point, normal_of(triangles[i]), distance});
            }
        }
        return out;
    }
    template <class Distance>
    std::optional<surface_hit> nearest(double limit, Distance&& of) const {
        std::optional<surface_hit> best;
        for (const surface_hit& one : touching(limit, of)) {
            best = !best || one.distance < best->distance ? one : best;
        }
        return best;
    }
};

using place = std::pair<vec3<double>, double>;

} // namespace

TEST_CASE("rays, balls, capsules and nearest points find what is there", "[bounds]") {
    posed_tube tube(6, 40, 14);
    std::vector<surface_hit> hits;
    int rays = 0, balls = 0, capsules = 0;
    std::size_t visited = 0, asked = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        tube.bend(seed, seed % 4 < 2 ? 0.6 : 2.5);
        dice roll(1000 + seed);
        for (int i = 0; i < 25; ++i) {
            const vec3<double> p = roll.vector(0.8) + vec3<double>{0, 0.4, 0};
            const vec3<double> q = roll.vector(0.8) + vec3<double>{0, 0.4, 0};
            const double reach = i % 5 == 0 ? 0.4 : 1e9, radius = roll.number(0.01, 0.3);
            // A third of the rays goes to a vertex, through the edges of its triangles.
            const vec3<double> aim =
                i % 3 == 0 ? tube.triangles[static_cast<std::size_t>(
                                 roll.whole(0, static_cast<int>(tube.triangles.size()) - 1))][0]
                           : q;
            const vec3<double> along = (1 / length(aim - p)) * (aim - p);
            const auto ray = cast_ray(tube.skin, p, along, reach);
            visited += tube.skin.visited();
            ++asked;
            const vec3<double> unit = (1 / length(along)) * along;
            REQUIRE(ray == tube.nearest(reach, [&](const triangle& one) -> place {
                const auto t = meet(p, unit, one);
                return t ? place{p + *t * unit, *t}
                         : place{{}, std::numeric_limits<double>::infinity()};
            }));
            rays += ray ? 1 : 0;
            const auto from_point = [&](const triangle& one) -> place {
                const vec3<double> there = nearest_on_triangle(p, one);
                return {there, length(there - p)};
            };
            REQUIRE(nearest_point(tube.skin, p, reach) == tube.nearest(reach, from_point));
            touch_sphere(tube.skin, p, radius, hits);
            REQUIRE(hits == tube.touching(radius, from_point));
            balls += hits.empty() ? 0 : 1;
            touch_capsule(tube.skin, p, q, radius, hits);
            REQUIRE(hits == tube.touching(radius, [&](const triangle& one) -> place {
                const nearest_places near = nearest_of_segment(p, q, one);
                return {near.second, std::sqrt(near.square)};
            }));
            capsules += hits.empty() ? 0 : 1;
        }
    }
    CHECK(rays > 300);
    CHECK(balls > 100);
    CHECK(capsules > 300);
    CHECK(visited < asked * tube.tree.node_count() / 4);
}

TEST_CASE("two skins touch where their triangles do", "[bounds]") {
    posed_tube one(5, 16, 8), other(3, 14, 7);
    std::vector<skin_contact> found;
    std::size_t contacts = 0, crossing = 0;
    for (std::uint32_t seed = 0; seed < 24; ++seed) {
        one.bend(seed, 1);
        other.bend(seed + 100, 0.7);
        dice roll(seed);
        const auto place = [&](double far) {
            placement at;
            at.position = roll.vector(0.5) + vec3<double>{far, 0, far};
            at.rotation = cast<float>(roll.rotation());
            at.scale = static_cast<float>(roll.number(0.5, 2));
            return at;
        };
        const double far = seed % 3 == 0 ? 1e5 : 0;
        const placement first_at = place(far), second_at = place(far);
        const double margin = seed % 2 == 0 ? 0 : 0.05;
        touch_skin(one.skin, first_at, other.skin, second_at, margin, found);
        contacts += found.size();
        // In the world, with the rounding that this brings.
        std::size_t next = 0;
        const double rounding = far > 0 ? 1e-9 : 1e-12;
        for (std::uint32_t a = 0; a < one.triangles.size(); ++a) {
            triangle here = one.triangles[a];
            for (vec3<double>& corner : here) {
                corner = to_world(first_at, corner);
            }
            for (std::uint32_t b = 0; b < other.triangles.size(); ++b) {
                triangle there = other.triangles[b];
                for (vec3<double>& corner : there) {
                    corner = to_world(second_at, corner);
                }
                const nearest_places near = nearest_of_triangles(here, there);
                const double distance = std::sqrt(near.square);
                const bool is_found =
                    next < found.size() && found[next].first == a && found[next].second == b;
                if (std::abs(distance - margin) > 1e-7 || (margin == 0 && distance == 0)) {
                    REQUIRE(is_found == (distance <= margin));
                }
                if (is_found) {
                    REQUIRE(std::abs(found[next].distance - distance) < 1e-7);
                    REQUIRE(std::abs(length(found[next].first_point - found[next].second_point) -
                                     distance) < 1e-7 + rounding);
                    REQUIRE(length(found[next].normal - normal_of(there)) < 1e-5);
                    crossing += distance == 0 ? 1 : 0;
                    ++next;
                }
            }
        }
        REQUIRE(next == found.size());
    }
    CHECK(contacts > 500);
    CHECK(crossing > 50);
}

TEST_CASE("skins that are apart are found to be so at the root", "[bounds]") {
    posed_tube one(3, 20, 8), other(3, 20, 8);
    one.bend(0, 0.5);
    other.bend(0, 0.5);
    std::vector<skin_contact> found(3);
    placement away;
    away.position = {10, 0, 0};
    touch_skin(one.skin, {}, other.skin, away, 0.1, found);
    CHECK(found.empty());
    CHECK(one.skin.visited() == 1);
    CHECK(other.skin.visited() == 1);
    // At the same place every triangle meets itself.
    touch_skin(one.skin, {}, other.skin, {}, 0, found);
    CHECK(found.size() >= one.triangles.size());
}

TEST_CASE("queries of numbers that are none find nothing", "[bounds]") {
    posed_tube tube(3, 10, 8);
    tube.bend(0, 0.3);
    std::vector<surface_hit> hits(2);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK_FALSE(cast_ray(tube.skin, {0, 0.5, 2}, {0, 0, 0}));
    CHECK_FALSE(cast_ray(tube.skin, {nan, 0.5, 2}, {0, 0, -1}));
    CHECK_FALSE(cast_ray(tube.skin, {0, 0.5, 2}, {0, infinite, -1}));
    CHECK_FALSE(cast_ray(tube.skin, {0, 0.5, 2}, {0, 0, -1}, nan));
    CHECK(cast_ray(tube.skin, {0, 0.5, 2}, {0, 0, -1}));
    CHECK_FALSE(nearest_point(tube.skin, {infinite, 0, 0}));
    touch_sphere(tube.skin, {0, nan, 0}, 1, hits);
    CHECK(hits.empty());
    touch_sphere(tube.skin, {0, 0, 0}, -1, hits);
    CHECK(hits.empty());
    touch_capsule(tube.skin, {0, 0, 0}, {0, nan, 0}, 1, hits);
    CHECK(hits.empty());
    std::vector<skin_contact> found;
    placement nowhere;
    nowhere.position.x = nan;
    posed_tube other(3, 10, 8);
    other.bend(0, 0.3);
    touch_skin(tube.skin, nowhere, other.skin, {}, 0, found);
    CHECK(found.empty());
    nowhere = {};
    nowhere.scale = 0;
    touch_skin(tube.skin, {}, other.skin, nowhere, 0, found);
    CHECK(found.empty());
}

TEST_CASE("a skin of which nothing is known is searched whole", "[bounds]") {
    posed_tube tube(2, 6, 6);
    tube.bend(0, 0.3);
    // One joint is lost; triangles that it does not move are there all the same.
    palette broken = tube.rows;
    broken.rows[static_cast<std::size_t>(broken.rows_per_joint())].v[0] =
        std::numeric_limits<float>::quiet_NaN();
    tube.skin.pose(tube.tree, skin_method::linear, broken, 0);
    std::vector<surface_hit> hits;
    touch_sphere(tube.skin, {0, 0, 0}, 0.3, hits);
    CHECK_FALSE(hits.empty());
    CHECK(tube.skin.visited() == tube.tree.node_count());
}

TEST_CASE("queries allocate nothing once their memory has grown", "[bounds]") {
    posed_tube tube(6, 40, 14), other(3, 30, 10);
    std::vector<surface_hit> hits;
    std::vector<skin_contact> contacts;
    tube.bend(1, 0.5);
    other.bend(1, 0.5);
    const long calls = allocations_of(30, [&] {
        tube.skin.pose(tube.tree, skin_method::dual_quaternion, tube.rows, 0);
        cast_ray(tube.skin, {1, 0.5, 0}, {-1, 0, 0});
        nearest_point(tube.skin, {1, 0.5, 0});
        touch_sphere(tube.skin, {0, 0.5, 0}, 0.3, hits);
        touch_capsule(tube.skin, {0, 0.2, 0}, {0.3, 0.5, 0}, 0.1, hits);
        touch_skin(tube.skin, {}, other.skin, {}, 0.01, contacts);
        culling_bound(tube.skin);
    });
    CHECK(calls == 0);
}

TEST_CASE("a palette of too few joints is refused", "[bounds]") {
    posed_tube tube(4, 8, 6);
    tube.bend(0, 0.3);
    dice roll(0);
    const palette small = bent_palette(roll, 3, 0.1, palette_mode::diagonal);
    const caught_assert caught;
    tube.skin.pose(tube.tree, skin_method::linear, small, 0);
    CHECK(caught.count() == 1);
    CHECK_FALSE(tube.skin);
    CHECK_FALSE(cast_ray(tube.skin, {0, 0.5, 2}, {0, 0, -1}));
    CHECK(std::isinf(culling_bound(tube.skin).radius));
}

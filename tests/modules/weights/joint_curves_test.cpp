#include "support/weight_rows.hpp"

#include <jounce/modules/weights/joint_curves.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <taskflow/taskflow.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace joint_curves_test {

using namespace jounce;
using namespace jounce::weights;
using namespace jounce::test;
using Catch::Approx;
using row = std::vector<bone_weight>;
using point = vec3<double>;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

point random_point(std::mt19937& random, double size = 1) {
    std::uniform_real_distribution<double> any(-size, size);
    const double x = any(random), y = any(random), z = any(random);
    return {x, y, z};
}

double distance(const point& a, const point& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                     (a.z - b.z) * (a.z - b.z));
}

point on_curve(double w, const point& a, const point& j, const point& b) {
    const auto mix = [&](double p, double q, double r) {
        return w * w * p + 2 * w * (1 - w) * q + (1 - w) * (1 - w) * r;
    };
    return {mix(a.x, j.x, b.x), mix(a.y, j.y, b.y), mix(a.z, j.z, b.z)};
}

weight_table bound(const std::vector<point>& places, const std::vector<bone_segment>& bones,
                   const curve_options& options = {}, const work_options& work = {}) {
    return *bind_by_curves(places, bones, options, work);
}

/// Two bones of length 2 along x that meet in the origin.
const std::vector<bone_segment> bar = {{0, {-2, 0, 0}, {0, 0, 0}}, {1, {0, 0, 0}, {2, 0, 0}}};

/// Three bones of length 2 from the origin, a third of a turn apart.
std::vector<bone_segment> star() {
    std::vector<bone_segment> out;
    for (int i = 0; i < 3; ++i) {
        const double angle = i * 2.0943951023931953;
        out.push_back({i, {}, {2 * std::cos(angle), 2 * std::sin(angle), 0}});
    }
    return out;
}

} // namespace

TEST_CASE("the nearest place on a curve is where a fine search finds it", "[weights][curves]") {
    std::mt19937 random(17);
    for (int i = 0; i < 200; ++i) {
        point a = random_point(random), j = random_point(random), b = random_point(random);
        if (i % 4 == 1) { // straight and even: the cubic is linear
            b = {2 * j.x - a.x, 2 * j.y - a.y, 2 * j.z - a.z};
        } else if (i % 4 == 2) { // folded back on itself
            b = a;
        } else if (i % 4 == 3) { // a point handle
            a = j;
        }
        const point p = random_point(random, 2);
        double best = 1e300;
        for (int k = 0; k <= 20000; ++k) {
            best = std::min(best, distance(p, on_curve(k / 20000.0, a, j, b)));
        }
        const curve_point found = nearest_on_curve(p, a, j, b);
        CHECK(found.distance <= best + 1e-12);
        CHECK(found.distance >= best - 1e-6);
        if (i % 4 == 2) { // both bones are everywhere equally near
            CHECK(found.weight == Approx(0.5).margin(1e-9));
        } else {
            CHECK(distance(p, on_curve(found.weight, a, j, b)) ==
                  Approx(found.distance).margin(1e-12));
        }
        const curve_point back = nearest_on_curve(p, b, j, a);
        CHECK(back.distance == Approx(found.distance).margin(1e-12));
    }
}

TEST_CASE("places on curves, derived by hand", "[weights][curves]") {
    // Straight and even: the share of the way between the centres.
    CHECK(nearest_on_curve({0.5, 3, 0}, {-1, 0, 0}, {}, {1, 0, 0}).weight == Approx(0.25));
    CHECK(nearest_on_curve({0.5, 3, 0}, {-1, 0, 0}, {}, {1, 0, 0}).distance == Approx(3));
    CHECK(nearest_on_curve({9, 0, 0}, {-1, 0, 0}, {}, {1, 0, 0}).weight == 0);
    CHECK(nearest_on_curve({-9, 0, 0}, {-1, 0, 0}, {}, {1, 0, 0}).weight == 1);
    // A right angle: the middle of the curve is a quarter of the way from the corner.
    const curve_point bent = nearest_on_curve({}, {4, 0, 0}, {}, {0, 4, 0});
    CHECK(bent.weight == Approx(0.5));
    CHECK(bent.distance == Approx(std::sqrt(2.0)));
    // Straight, but one bone three times as long: x = (1 - w)^2 - 3 w^2 vanishes at (sqrt(3) - 1) / 2.
    CHECK(nearest_on_curve({0, 1, 0}, {-3, 0, 0}, {}, {1, 0, 0}).weight ==
          Approx((std::sqrt(3.0) - 1) / 2));
    // Far inside of a bend both legs are equally near.
    CHECK(nearest_on_curve({9, 9, 0}, {4, 0, 0}, {}, {0, 4, 0}).weight == Approx(0.5));
    CHECK(nearest_on_curve({3, 4, 0}, {}, {}, {}).weight == 0.5);
    CHECK(nearest_on_curve({3, 4, 0}, {}, {}, {}).distance == 5);
}

TEST_CASE("a bar of two bones", "[weights][curves]") {
    std::vector<point> places;
    for (int i = -30; i <= 30; ++i) {
        places.push_back({i / 10.0, 0.4, 0.1});
    }
    for (const bool is_narrow : {false, true}) {
        for (const double radius : {0.0, 0.5, 50.0}) {
            const weight_table made = bound(places, bar, {is_narrow, radius});
            const double reach = is_narrow && radius == 0.5 ? 0.5 : 1; // 50: at most to the middle
            for (std::size_t v = 0; v < places.size(); ++v) {
                const double expected = std::clamp(0.5 - places[v].x / (2 * reach), 0.0, 1.0);
                CHECK(made.of(v, 0) == Approx(expected).margin(1e-12));
                CHECK(made.of(v, 1) == Approx(1 - expected).margin(1e-12));
            }
        }
    }
    const weight_table swapped =
        bound(places, {{5, {-2, 0, 0}, {0, 0, 0}}, {3, {0, 0, 0}, {2, 0, 0}}});
    CHECK(row_of(swapped, 0) == row{{5, 1}});
    CHECK(swapped.of(25, 5) == Approx(0.75)); // x = -0.5
}

TEST_CASE("narrow curves reach half of the shorter bone, a handle does not shorten them",
          "[weights][curves]") {
    const std::vector<bone_segment> bones = {
        {0, {-20, 0, 0}, {}}, {1, {}, {2, 0, 0}}, {2, {2, 0, 0}, {2, 0, 0}}};
    std::vector<point> places;
    for (int i = -30; i <= 8; ++i) {
        places.push_back({i / 10.0, 0.3, 0});
    }
    const weight_table made = bound(places, bones, {true, 0});
    for (std::size_t v = 0; v < places.size(); ++v) {
        const double expected = std::clamp(0.5 - places[v].x / 2, 0.0, 1.0);
        CHECK(made.of(v, 0) == Approx(expected).margin(1e-12));
    }
    // Between the handle at x = 2 and the middle of its bone: x = 2 - (1 - w)^2.
    CHECK(bound({{1.75, 0.3, 0}}, bones, {true, 0}).of(0, 2) == Approx(0.5));
}

TEST_CASE("a fork is shared evenly and turns with its bones", "[weights][curves]") {
    std::mt19937 random(23);
    std::vector<point> places = {{}};
    for (int i = 0; i < 200; ++i) { // each place in three turns
        const point p = random_point(random, 2);
        for (int k = 0; k < 3; ++k) {
            const double c = std::cos(k * 2.0943951023931953), s = std::sin(k * 2.0943951023931953);
            places.push_back({c * p.x - s * p.y, s * p.x + c * p.y, p.z});
        }
    }
    const weight_table made = bound(places, star());
    CHECK(is_well_formed(made));
    for (int bone = 0; bone < 3; ++bone) {
        CHECK(made.of(0, bone) == Approx(1.0 / 3).margin(1e-12));
    }
    for (std::size_t v = 1; v < places.size(); v += 3) {
        for (int bone = 0; bone < 3; ++bone) {
            CHECK(made.of(v + 1, (bone + 1) % 3) == Approx(made.of(v, bone)).margin(1e-9));
            CHECK(made.of(v + 2, (bone + 2) % 3) == Approx(made.of(v, bone)).margin(1e-9));
        }
        CHECK(sum_of_row(made, v) == Approx(1).margin(1e-12));
    }
}

TEST_CASE("weights at a fork do not jump", "[weights][curves]") {
    for (const bool is_narrow : {false, true}) {
        double biggest = 0;
        for (const double radius : {0.05, 0.3, 0.8, 1.5}) {
            std::vector<point> circle;
            for (int i = 0; i <= 4000; ++i) {
                const double angle = i * 1.5707963267948966e-3;
                circle.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.2});
            }
            const weight_table made = bound(circle, star(), {is_narrow, 0});
            for (std::size_t v = 1; v < circle.size(); ++v) {
                for (int bone = 0; bone < 3; ++bone) {
                    biggest = std::max(biggest, std::abs(made.of(v, bone) - made.of(v - 1, bone)));
                }
            }
        }
        CHECK(biggest < 0.02);
    }
}

TEST_CASE("a chain changes bones without a jump, far vertices belong to their bone",
          "[weights][curves]") {
    std::vector<bone_segment> chain;
    for (int i = 0; i < 5; ++i) {
        chain.push_back({i, {10.0 * i, 0, 0}, {10.0 * i + 10, 0, 0}});
    }
    chain.push_back({9, {24.5, 2, 0}, {25.5, 2, 0}}); // meets nobody
    std::vector<point> places;
    for (int i = 0; i <= 5000; ++i) {
        places.push_back({i / 100.0, -0.7, 0});
    }
    for (const bool is_narrow : {false, true}) {
        const weight_table made = bound(places, chain, {is_narrow, 1.5});
        for (std::size_t v = 1; v < places.size(); ++v) {
            for (int bone = 0; bone < 5; ++bone) {
                CHECK(std::abs(made.of(v, bone) - made.of(v - 1, bone)) < 0.01);
            }
        }
        CHECK(made.of(2500, 2) == 1); // the middle of the third bone, far from its joints
        CHECK(made.of(2000, 1) == Approx(0.5));
    }
    CHECK(row_of(bound({{25, 1.5, 0}}, chain), 0) == row{{9, 1}});
}

TEST_CASE("a bone that forks at the joint is one bone there", "[weights][curves]") {
    // Bone 0 ends where bone 1 begins, which has two pieces.
    const std::vector<bone_segment> bones = {
        {0, {-2, 0, 0}, {}}, {1, {}, {2, 1, 0}}, {1, {}, {2, -1, 0}}};
    const weight_table made = bound({{}, {-1, 0, 0}, {1, 0.5, 0}, {1, -0.5, 0}, {2, 1, 0}}, bones);
    CHECK(made.of(0, 0) > 0.3);
    CHECK(made.of(0, 0) < 0.7);
    CHECK(row_of(made, 1) == row{{0, 1}});
    CHECK(row_of(made, 2) == row{{1, 1}});
    CHECK(row_of(made, 3) == row{{1, 1}});
    CHECK(row_of(made, 4) == row{{1, 1}});
}

TEST_CASE("the nearest bone has all, equally near ones share", "[weights][curves]") {
    const std::vector<bone_segment> bones = {{4, {-2, 0, 0}, {-1, 0, 0}},
                                             {2, {1, 0, 0}, {2, 0, 0}},
                                             {2, {1, 0, 0}, {1, 5, 0}},
                                             {7, {50, 0, 0}, {50, 0, 0}}};
    const std::vector<point> places = {
        {-0.1, 0, 0}, {0, 0, 0}, {1.5, 0.1, 0}, {40, 3, 0}, {no_number, 0, 0}};
    const auto made = bind_by_nearest(places, bones);
    REQUIRE(made);
    CHECK(row_of(*made, 0) == row{{4, 1}});
    CHECK(row_of(*made, 1) == row{{2, 0.5}, {4, 0.5}}); // bone 2 counts once
    CHECK(row_of(*made, 2) == row{{2, 1}});
    CHECK(row_of(*made, 3) == row{{7, 1}});
    CHECK(row_of(*made, 4) == row{{4, 1}}); // the first bone
}

TEST_CASE("curves give the same bits for any number of workers, and can be cancelled",
          "[weights][curves]") {
    std::mt19937 random(2);
    std::vector<point> places;
    for (int i = 0; i < 2000; ++i) {
        places.push_back(random_point(random, 3));
    }
    const weight_table curves = bound(places, star());
    const auto nearest = bind_by_nearest(places, star());
    for (const std::size_t count : {1U, 2U, 3U, 8U}) {
        tf::Executor workers(count);
        work_options work;
        work.workers = &workers;
        CHECK(same_bits(bound(places, star(), {}, work), curves));
        CHECK(same_bits(*bind_by_nearest(places, star(), work), *nearest));
        work.progress = [](std::string_view, double) { return false; };
        CHECK_FALSE(bind_by_curves(places, star(), {}, work));
        CHECK_FALSE(bind_by_nearest(places, star(), work));
    }
}

TEST_CASE("curves of points, of one bone and of none", "[weights][curves]") {
    const std::vector<point> places = {{0, 0, 0}, {1, 2, 3}, {no_number, 0, 0}, {1e200, 0, -1e200}};
    CHECK(bound(places, {}).entries.empty());
    CHECK(bound(places, {{3, {no_number, 0, 0}, {}}}).entries.empty());
    CHECK(bound({}, bar).vertex_count() == 0);
    const std::vector<std::vector<bone_segment>> all = {
        {{3, {}, {}}},
        {{3, {}, {}}, {5, {}, {}}},                       // two handles at one place
        {{3, {}, {}}, {5, {}, {1, 0, 0}}},                // a handle at the end of a bone
        {{3, {}, {1, 0, 0}}, {5, {}, {1, 0, 0}}},         // the same bone twice
        {{3, {}, {1, 0, 0}}, {5, {1, 0, 0}, {}}},         // there and back
        {{3, {}, {1e200, 0, 0}}, {5, {1e200, 0, 0}, {}}}, // squares are no numbers
        {{3, {}, {1, 0, 0}}, {5, {no_number, 0, 0}, {}}}};
    for (const std::vector<bone_segment>& bones : all) {
        for (const bool is_narrow : {false, true}) {
            for (const double radius : {0.0, no_number, -1.0, 1e-300, 0.3}) {
                const weight_table made = bound(places, bones, {is_narrow, radius});
                CHECK(is_well_formed(made));
                for (std::size_t v = 0; v < places.size(); ++v) {
                    CHECK(sum_of_row(made, v) == Approx(1).margin(1e-12));
                }
            }
        }
    }
    CHECK(row_of(bound({{0, 1, 0}}, all[1]), 0) == row{{3, 0.5}, {5, 0.5}});
    CHECK(bound({{0, 0, 0}}, all[2]).of(0, 3) == 1);
    CHECK(bound({{0.9, 0, 0}}, all[2]).of(0, 5) == 1);
    CHECK(bound({{0.5, 1, 0}}, all[3]).of(0, 5) == Approx(0.5));
}
} // namespace joint_curves_test

#include "systems/tissue/contact_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr double ball_radius = 0.07;
constexpr double limb_radius = 0.0936;
constexpr tissue_tier pressing_tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                          tissue_tier::newton};

/// Where the ball stands when it is so deep in the limb at rest.
vec3<double> pressed(double depth) { return {0.375, 0, limb_radius + ball_radius - depth}; }

template <class Real>
void move_ball(loose_limb<Real>& limb, const vec3<double>& from, const vec3<double>& to) {
    limb.around = {moving_obstacle<Real>(ball(from, ball_radius), ball(to, ball_radius))};
    limb.frame();
}

/// The ball comes down by 3 cm in a quarter of a second and stays.
template <class Real> void press(loose_limb<Real>& limb, int steps) {
    for (int step = 0; step < steps; ++step) {
        const auto depth = [](int at) { return 0.03 * std::min(at / 30.0, 1.0); };
        move_ball(limb, pressed(depth(step)), pressed(depth(step + 1)));
    }
}

template <class Real> double held_depth(tissue_tier tier, double stiffness) {
    loose_limb<Real> limb = fine_limb_with<Real>({.tier = tier, .stiffness = stiffness});
    press(limb, 240);
    return depth_in_ball(limb, pressed(0.03), ball_radius);
}

} // namespace

TEMPLATE_TEST_CASE("What presses on flesh sinks in the less the stiffer contact is",
                   "[tissue][one_thread]", float, double) {
    for (const tissue_tier tier : pressing_tiers) {
        const double soft = held_depth<TestType>(tier, 1e7);
        const double usual = held_depth<TestType>(tier, 1e8);
        const double hard = held_depth<TestType>(tier, 1e9);
        WARN("tier " << static_cast<int>(tier) << ", 3 cm: held " << 1e3 * soft << " / "
                     << 1e3 * usual << " / " << 1e3 * hard << " mm at 1e7 / 1e8 / 1e9 Pa/m");
        CHECK(soft < 0.01);
        CHECK(usual < 0.0035);
        CHECK(usual / hard > 8);
        CHECK(usual / hard < 12);
    }
}

TEMPLATE_TEST_CASE("Flesh is at rest again after what pressed has left", "[tissue][one_thread]",
                   float, double) {
    for (const tissue_tier tier : pressing_tiers) {
        loose_limb<TestType> limb = fine_limb_with<TestType>({.tier = tier, .friction = 0.5});
        press(limb, 120);
        const double dent = farthest_of(limb);
        CHECK(dent > 0.01);
        limb.around.clear();
        double after[2] = {};
        for (int step = 0; step < 120; ++step) {
            limb.frame();
            after[step < 36 ? 0 : 1] = farthest_of(limb);
        }
        WARN("tier " << static_cast<int>(tier) << ": a dent of " << 1e3 * dent << " mm, "
                     << 1e3 * after[0] << " mm 0.3 s after, " << 1e3 * after[1] << " mm after 1 s");
        CHECK(after[1] <= 1e-4);
    }
}

TEST_CASE("A ball that slides over flesh stays nearly out of it", "[tissue][one_thread]") {
    for (const tissue_tier tier : pressing_tiers) {
        loose_limb<double> limb = fine_limb_with<double>({.tier = tier, .friction = 0.3});
        press(limb, 60);
        double deepest = 0;
        for (int step = 0; step < 120; ++step) { // 0.3 m/s along the limb
            const auto at = [](int n) { return pressed(0.03) + vec3<double>{0.0025 * n, 0, 0}; };
            move_ball(limb, at(step), at(step + 1));
            deepest = std::max(deepest, depth_in_ball(limb, at(step + 1), ball_radius));
        }
        WARN("tier " << static_cast<int>(tier) << ": sliding, deepest " << 1e3 * deepest << " mm");
        CHECK(deepest < 0.012);
    }
}

TEST_CASE("Shaken flesh with a ball in place keeps out of it", "[tissue][one_thread]") {
    for (const tissue_tier tier : pressing_tiers) {
        loose_limb<double> limb = fine_limb_with<double>({.tier = tier, .friction = 0.5});
        press(limb, 60);
        double deepest = 0;
        double mean = 0;
        for (int step = 0; step < 480; ++step) {
            const vec3<double> at = pressed(0.03);
            limb.around = {moving_obstacle<double>(ball(at, ball_radius), ball(at, ball_radius))};
            const double along = 0.01 * std::sin(0.2 * step); // up to 5.8 m/s^2
            for (std::size_t b = 0; b < 3; ++b) {
                limb.place(b, {}, {along, 0.5 * along, 0});
            }
            limb.frame();
            const double depth = depth_in_ball(limb, at, ball_radius);
            deepest = std::max(deepest, depth);
            mean += depth / 480;
        }
        WARN("tier " << static_cast<int>(tier) << ": shaken, mean " << 1e3 * mean << ", deepest "
                     << 1e3 * deepest << " mm");
        CHECK(mean < 0.005);
        CHECK(deepest < 0.011);
    }
}

TEST_CASE("Friction takes flesh along", "[tissue][one_thread]") {
    for (const tissue_tier tier : pressing_tiers) {
        double way[2] = {};
        for (const bool rubs : {false, true}) {
            loose_limb<double> limb =
                fine_limb_with<double>({.tier = tier, .friction = rubs ? 1.0 : 0.0});
            press(limb, 60);
            for (int step = 0; step < 60; ++step) {
                const auto at = [](int n) { return pressed(0.03) + vec3<double>{3e-4 * n, 0, 0}; };
                move_ball(limb, at(step), at(step + 1));
            }
            for (std::size_t h = 0; h < limb.shown.handles.size(); ++h) {
                way[rubs ? 1 : 0] += limb.displacement(h).x;
            }
        }
        CHECK(way[1] > way[0] + 0.005);
    }
}

TEST_CASE("A ball that is past between two ticks is felt", "[tissue][one_thread]") {
    for (const tissue_tier tier : pressing_tiers) {
        // 20 m/s: 167 mm in a tick, and 20 mm deep on its way across the limb.
        loose_limb<double> limb = fine_limb_with<double>({.tier = tier});
        limb.frame();
        const vec3<double> from = pressed(0.02) + vec3<double>{0, -0.083, 0.005};
        move_ball(limb, from, from + vec3<double>{0, 0.167, 0});
        CHECK(farthest_of(limb) > 0.002);

        // A plate that strikes at 20 m/s and stops 3 cm deep, nearer to its far side: flesh is in front of it.
        loose_limb<double> struck = fine_limb_with<double>({.tier = tier});
        struck.frame();
        collider plate;
        plate.shape = collider_shape::box;
        plate.half = {0.3F, 0.3F, 0.025F};
        plate.a = {0.375F, 0, static_cast<float>(limb_radius + 0.162)};
        collider stopped = plate;
        stopped.a.z = static_cast<float>(limb_radius - 0.005);
        struck.around = {moving_obstacle<double>(plate, stopped)};
        struck.frame();
        struck.around = {moving_obstacle<double>(stopped, stopped)};
        for (int step = 0; step < 60; ++step) {
            struck.frame();
        }
        double highest = -1;
        const fine_limb& skin = golden_fine_limb();
        for (std::size_t v = 0; v + 1 < skin.baked.vertex_first.size(); ++v) {
            const vec3<double> rest = skin.recorded.skin.vector_at(3 * v);
            if (std::abs(rest.x - 0.375) > 0.1) {
                continue;
            }
            double z = rest.z;
            for (std::uint32_t i = skin.baked.vertex_first[v]; i < skin.baked.vertex_first[v + 1];
                 ++i) {
                const tissue::handle_weight& w = skin.baked.vertex_weights[i];
                z += w.weight * struck.displacement(w.handle).z;
            }
            highest = std::max(highest, z);
        }
        CHECK(highest < limb_radius - 0.025);
    }
}

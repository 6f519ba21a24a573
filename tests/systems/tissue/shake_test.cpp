#include "systems/tissue/limb.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <numbers>
#include <random>

namespace {

using namespace jounce;
using namespace jounce::test;

constexpr tissue_tier all_tiers[] = {tissue_tier::linear, tissue_tier::nonlinear,
                                     tissue_tier::newton};

tissue_run_options run_as(tissue_tier tier, double rate = 120) {
    tissue_run_options out;
    out.tier = tier;
    out.newton_steps = 1;
    out.tick_rate = rate;
    out.modes = 72;
    return out;
}

template <class Real> double most(const loose_limb<Real>& limb) {
    double out = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t h = 0; h < limb.shown.handles.size(); ++h) {
            out = std::max(out, length(limb.displacement(h, lane)));
        }
    }
    return out;
}

/// Shakes each lane in its own way, up to so many m/s^2, and checks that nothing leaves its bound.
void shake(std::mt19937& random, int steps) {
    std::uniform_real_distribution<double> unit(0, 1);
    const auto between = [&](double a, double b) { return a * std::pow(b / a, unit(random)); };
    tissue::baked_tissue baked = golden_limb().baked;
    const double stiffer = between(0.05, 20);
    for (double& one : baked.rest_stiffness) {
        one *= stiffer;
    }
    for (double& one : baked.mode_rates) {
        one *= std::sqrt(stiffer);
    }
    baked.material.young *= stiffer;
    baked.material.alpha = unit(random) < 0.5 ? 0 : between(0.1, 30);
    baked.material.beta = unit(random) < 0.3 ? 0 : between(1e-4, 0.02);
    for (double& bound : baked.handle_bounds) {
        bound = between(0.005, 0.2);
    }
    const tissue_tier tier = all_tiers[random() % 3];
    loose_limb<float> limb(baked, run_as(tier, between(30, 480)));
    double speed[lane_count];
    double size[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
        speed[lane] = between(2, 200);
        size[lane] = between(1, 1000) / (speed[lane] * speed[lane]); // an acceleration
    }
    const double seconds = static_cast<double>(limb.set().levels[0].seconds);
    bool is_bounded = true;
    for (int step = 0; step < steps; ++step) {
        for (int lane = 0; lane < lane_count; ++lane) {
            const double wave = std::sin(speed[lane] * seconds * step);
            const quat<double> turn =
                axis_angle(vec3<double>{0, 0, 1}, std::min(1.0, size[lane]) * wave);
            for (std::size_t b = 0; b < 3; ++b) {
                limb.place(b, lane, b == 0 ? quat<double>{} : turn,
                           {0, size[lane] * wave, 0.3 * size[lane] * wave});
            }
        }
        limb.frame();
        for (std::size_t h = 0; h < limb.shown.handles.size(); ++h) {
            for (int lane = 0; lane < lane_count; ++lane) {
                is_bounded = is_bounded &&
                             length(limb.displacement(h, lane)) <= 1.001 * baked.handle_bounds[h];
            }
        }
    }
    CHECK(is_bounded);
}

} // namespace

TEMPLATE_TEST_CASE("Flesh at rest stays at rest, exactly", "[tissue]", float, double) {
    for (const tissue_tier tier : all_tiers) {
        loose_limb<TestType> limb(golden_limb().baked, run_as(tier));
        for (int step = 0; step < 50; ++step) {
            limb.frame();
        }
        CHECK(most(limb) <= 1e-12);
    }
}

TEST_CASE("Flesh does not feel a constant velocity", "[tissue]") {
    for (const tissue_tier tier : all_tiers) {
        loose_limb<double> limb(golden_limb().baked, run_as(tier));
        for (int step = 0; step < 120; ++step) {
            for (std::size_t b = 0; b < 3; ++b) {
                limb.place(b, {}, {0.05 * step, -0.02 * step, 0.01 * step});
            }
            limb.frame();
        }
        CHECK(most(limb) <= 1e-9);
    }
}

TEST_CASE("Flesh that spins steadily is drawn outwards and comes to rest there",
          "[tissue][one_thread]") {
    for (const tissue_tier tier : all_tiers) {
        loose_limb<double> limb(golden_limb().baked, run_as(tier));
        const double step_angle = 6.0 / 120; // rad
        std::vector<vec3<double>> late;
        for (int step = 0; step < 2400; ++step) {
            for (std::size_t b = 0; b < 3; ++b) {
                limb.place(b, axis_angle(vec3<double>{0, 0, 1}, step_angle * step), {});
            }
            limb.frame();
            if (step == 2000) {
                for (std::size_t h = 0; h < limb.shown.handles.size(); ++h) {
                    late.push_back(limb.displacement(h));
                }
            }
        }
        double outwards = 0;
        for (std::size_t h = 0; h < late.size(); ++h) {
            CHECK(length(limb.displacement(h) - late[h]) <= 1e-6);
            outwards += limb.displacement(h).x; // bones lie along x, from the axis of the turn on
        }
        CHECK(outwards > 1e-3);
    }
}

TEST_CASE("Flesh that was shaken comes to rest", "[tissue][one_thread]") {
    for (const tissue_tier tier : all_tiers) {
        loose_limb<double> limb(golden_limb().baked, run_as(tier));
        double moved = 0;
        for (int step = 0; step < 1200; ++step) {
            const double wave = step < 240 ? 0.02 * std::sin(0.2 * step) : 0;
            for (std::size_t b = 0; b < 3; ++b) {
                limb.place(b, {}, {0, wave, 0});
            }
            limb.frame();
            moved = std::max(moved, most(limb));
        }
        CHECK(moved > 1e-3);
        CHECK(most(limb) <= 1e-9);
    }
}

TEST_CASE("Shaken flesh of any material stays finite and within its bounds",
          "[tissue][one_thread]") {
    std::mt19937 random(7);
    for (int set = 0; set < 60; ++set) {
        shake(random, 60);
    }
}

TEST_CASE("A hundred thousand shakes stay finite and within their bounds", "[.slow][tissue]") {
    std::mt19937 random(11);
    for (int set = 0; set < 100'000 / lane_count; ++set) {
        shake(random, 60);
    }
}

#include <jounce/modules/rig/oscillator.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

struct state {
    double y, v;
};

/// The same equation by many small steps of fourth order.
state integrated(double omega, double decay, double push, double seconds, state s) {
    const double fastest = std::max({omega, 2 * decay, 1.0});
    const int steps = std::max(2000, static_cast<int>(200 * fastest * seconds));
    const double h = seconds / steps;
    const auto slope = [&](const state& at) {
        return state{at.v, push - 2 * decay * at.v - omega * omega * at.y};
    };
    const auto moved = [](const state& at, const state& by, double t) {
        return state{at.y + t * by.y, at.v + t * by.v};
    };
    for (int i = 0; i < steps; ++i) {
        const state a = slope(s);
        const state b = slope(moved(s, a, h / 2));
        const state c = slope(moved(s, b, h / 2));
        const state d = slope(moved(s, c, h));
        s = {s.y + h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y),
             s.v + h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v)};
    }
    return s;
}

state stepped(const oscillator_step<double>& by, double push, const state& s) {
    return {by.yy * s.y + by.yv * s.v + by.ya * push, by.vy * s.y + by.vv * s.v + by.yv * push};
}

} // namespace

TEST_CASE("the exact step is the solution of the oscillator", "[oscillator]") {
    // Under-, critically and over-damped, close to critical on both sides, without spring, without
    // damping, with neither.
    const double omegas[] = {0, 1e-7, 0.01, 1, 12.566, 100};
    const double ratios[] = {0, 0.1, 0.999999, 1, 1.000001, 1.5, 20};
    const state start = {0.3, -1.1};
    for (const double omega : omegas) {
        for (const double ratio : ratios) {
            for (const double drag : {0.0, 1e-5, 3.0}) {
                for (const double seconds : {1.0 / 120, 0.05}) {
                    const double decay = ratio * omega + drag / 2;
                    CAPTURE(omega, ratio, drag, seconds);
                    const state exact = stepped(exact_step(omega, decay, seconds), 2.5, start);
                    const state small = integrated(omega, decay, 2.5, seconds, start);
                    CHECK_THAT(exact.y, WithinAbs(small.y, 1e-9));
                    CHECK_THAT(exact.v, WithinAbs(small.v, 1e-7));
                }
            }
        }
    }
}

TEST_CASE("two steps are one step of twice the time", "[oscillator]") {
    for (const double omega : {0.0, 3.0, 40.0}) {
        for (const double decay : {0.0, 2.0, 60.0}) {
            CAPTURE(omega, decay);
            const state start = {1, 2};
            const oscillator_step<double> half = exact_step(omega, decay, 0.01);
            const state twice = stepped(half, 0.7, stepped(half, 0.7, start));
            const state once = stepped(exact_step(omega, decay, 0.02), 0.7, start);
            CHECK_THAT(twice.y, WithinAbs(once.y, 1e-12));
            CHECK_THAT(twice.v, WithinAbs(once.v, 1e-11));
        }
    }
}

TEST_CASE("no rounded step gains energy, whatever the parameters", "[oscillator][property]") {
    std::mt19937 engine(7);
    const auto number = [&](double least, double most) {
        return least + (most - least) * (static_cast<double>(engine()) / 4294967296.0);
    };
    const auto magnitude = [&](double least, double most) {
        return std::pow(10.0, number(least, most));
    };
    for (int i = 0; i < 100000; ++i) {
        const double omega = magnitude(-6, 7.5);
        const double decay = number(0, 1) < 0.3 ? 0.0 : magnitude(-9, 12);
        const double seconds = magnitude(-4, 1);
        const oscillator_step<float> by = rounded_step<float>(omega, decay, seconds);
        const float y = static_cast<float>(number(-1, 1));
        const float v = static_cast<float>(number(-1, 1) * omega);
        const double y1 = static_cast<double>(by.yy) * static_cast<double>(y) +
                          static_cast<double>(by.yv) * static_cast<double>(v);
        const double v1 = static_cast<double>(by.vy) * static_cast<double>(y) +
                          static_cast<double>(by.vv) * static_cast<double>(v);
        const auto energy = [&](double a, double b) { return b * b + omega * omega * a * a; };
        const double before = energy(static_cast<double>(y), static_cast<double>(v));
        CAPTURE(omega, decay, seconds, y, v);
        REQUIRE(std::isfinite(y1));
        REQUIRE(std::isfinite(v1));
        REQUIRE(std::isfinite(static_cast<double>(by.ya)));
        REQUIRE(energy(y1, v1) <= before * (1 + 1e-12));
    }
}

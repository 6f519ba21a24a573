#include <jounce/systems/stable/separate.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include "support/caught_assert.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace jounce;
using Catch::Matchers::WithinAbs;

namespace {

/// Springs of eight characters.
template <class Real> struct crowd {
    std::vector<float> radius;
    std::vector<std::int32_t> chain;
    std::vector<lane_vec3<Real>> positions, velocities;

    /// The same in all lanes.
    void add(float r, std::int32_t of, const vec3<Real>& position,
             const vec3<Real>& velocity = {}) {
        radius.push_back(r);
        chain.push_back(of);
        positions.emplace_back();
        velocities.emplace_back();
        for (int i = 0; i < lane_count; ++i) {
            set_lane(positions.back(), i, position);
            set_lane(velocities.back(), i, velocity);
        }
    }
    void run(std::uint32_t lanes = 0xFF) {
        auto scratch = make_separation_grid<Real>(radius.size());
        separate<Real>({radius, chain}, positions, velocities, lanes, scratch);
    }
    vec3<Real> position(std::size_t s, int lane = 0) const { return get_lane(positions[s], lane); }
    vec3<Real> velocity(std::size_t s, int lane = 0) const { return get_lane(velocities[s], lane); }
};

template <class Real> crowd<Real> random_crowd(unsigned seed, int count, double reach) {
    std::mt19937 engine(seed);
    const auto random = [&](double low, double high) {
        return Real(std::uniform_real_distribution<double>(low, high)(engine));
    };
    crowd<Real> out;
    for (int s = 0; s < count; ++s) {
        out.add(s % 7 == 0 ? 0.0F : float(random(0.02, 0.1)), s / 5, {});
        for (int i = 0; i < lane_count; ++i) {
            const auto place = [&](double far) {
                return vec3<Real>{random(-far, far), random(-far, far), random(-far, far)};
            };
            set_lane(out.positions.back(), i, place(reach));
            set_lane(out.velocities.back(), i, place(3));
        }
    }
    return out;
}

/// Every pair, by the definition.
template <class Real> void by_all_pairs(crowd<Real>& all) {
    const std::size_t count = all.radius.size();
    for (int lane = 0; lane < lane_count; ++lane) {
        std::vector<int> contacts(count);
        std::vector<vec3<Real>> moves(count), changes(count);
        const auto pairs = [&](auto&& each) {
            for (std::size_t a = 0; a < count; ++a) {
                for (std::size_t b = a + 1; b < count; ++b) {
                    const vec3<Real> apart = all.position(a, lane) - all.position(b, lane);
                    const Real reach = Real(all.radius[a]) + Real(all.radius[b]);
                    if (all.chain[a] != all.chain[b] && all.radius[a] > 0 && all.radius[b] > 0 &&
                        dot(apart, apart) < reach * reach) {
                        each(a, b, apart, reach);
                    }
                }
            }
        };
        pairs([&](std::size_t a, std::size_t b, auto&&...) { ++contacts[a], ++contacts[b]; });
        pairs([&](std::size_t a, std::size_t b, const vec3<Real>& apart, Real reach) {
            const Real d = length(apart);
            const vec3<Real> n = {apart.x / d, apart.y / d, apart.z / d};
            const Real half = Real(0.5) / Real(std::max(contacts[a], contacts[b]));
            const vec3<Real> move = (half * (reach - d)) * n;
            const Real speed = dot(all.velocity(a, lane) - all.velocity(b, lane), n);
            const vec3<Real> change = (half * std::max(-speed, Real(0))) * n;
            moves[a] = moves[a] + move, moves[b] = moves[b] - move;
            changes[a] = changes[a] + change, changes[b] = changes[b] - change;
        });
        for (std::size_t s = 0; s < count; ++s) {
            set_lane(all.positions[s], lane, all.position(s, lane) + moves[s]);
            set_lane(all.velocities[s], lane, all.velocity(s, lane) + changes[s]);
        }
    }
}

template <class Real>
bool same_bits(const std::vector<lane_vec3<Real>>& a, const std::vector<lane_vec3<Real>>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

template <class Real> void near(const vec3<Real>& a, const vec3<double>& b) {
    CHECK_THAT(double(a.x), WithinAbs(b.x, 1e-6));
    CHECK_THAT(double(a.y), WithinAbs(b.y, 1e-6));
    CHECK_THAT(double(a.z), WithinAbs(b.z, 1e-6));
}

} // namespace

TEMPLATE_TEST_CASE("two springs of different chains part half each", "[separate]", float, double) {
    using Real = TestType;
    crowd<Real> all;
    all.add(0.5F, 0, {0, 0, 0}, {1, 5, 0});
    all.add(0.25F, 1, {0, 0, Real(0.5)}, {0, 0, -2});
    all.run();
    // 0.25 are missing along z, and of the speed of 2 each loses half.
    near(all.position(0), {0, 0, -0.125});
    near(all.position(1), {0, 0, 0.625});
    near(all.velocity(0), {1, 5, -1});
    near(all.velocity(1), {0, 0, -1});
    // Now they touch and do not approach.
    all.run();
    near(all.position(0), {0, 0, -0.125});
    near(all.velocity(0), {1, 5, -1});
}

TEMPLATE_TEST_CASE("springs that leave each other keep their velocity", "[separate]", float,
                   double) {
    using Real = TestType;
    crowd<Real> all;
    all.add(0.5F, 0, {0, 0, 0}, {0, 0, -3});
    all.add(0.5F, 1, {0, 0, Real(0.5)}, {0, 0, 2});
    all.run();
    CHECK(all.velocity(0) == vec3<Real>{0, 0, -3});
    near(all.position(0), {0, 0, -0.25});
}

TEMPLATE_TEST_CASE("who does not take part in separation", "[separate]", float, double) {
    using Real = TestType;
    const Real infinite = std::numeric_limits<Real>::infinity();
    const Real undefined = std::numeric_limits<Real>::quiet_NaN();
    crowd<Real> all;
    all.add(0.5F, 0, {0, 0, 0});
    SECTION("its own chain") { all.add(0.5F, 0, {0, 0, Real(0.5)}); }
    SECTION("no radius") { all.add(0, 1, {0, 0, Real(0.25)}); }
    SECTION("undefined radius") { all.add(std::nanf(""), 1, {0, 0, Real(0.25)}); }
    SECTION("infinite radius") {
        all.add(std::numeric_limits<float>::infinity(), 1, {0, 0, Real(0.25)});
    }
    SECTION("undefined position") { all.add(0.5F, 1, {0, undefined, Real(0.5)}); }
    SECTION("infinite position") { all.add(0.5F, 1, {0, -infinite, Real(0.5)}); }
    SECTION("too far away") { all.add(3e8F, 1, {0, Real(1.01e9), 0}); }
    SECTION("infinite velocity") { all.add(0.5F, 1, {0, 0, Real(0.5)}, {0, infinite, 0}); }
    SECTION("out of reach") { all.add(0.5F, 1, {0, 0, Real(1.0001)}); }
    const crowd<Real> before = all;
    all.run();
    CHECK(same_bits(all.positions, before.positions));
    CHECK(same_bits(all.velocities, before.velocities));
}

TEMPLATE_TEST_CASE("springs in the same place part all the same", "[separate]", float, double) {
    using Real = TestType;
    crowd<Real> all;
    for (int s = 0; s < 5; ++s) {
        all.add(0.5F, s, {3, -2, 1}, {1, 1, 1});
    }
    all.run();
    for (std::size_t a = 0; a < 5; ++a) {
        CHECK(std::isfinite(length(all.position(a))));
        for (std::size_t b = a + 1; b < 5; ++b) {
            CHECK_FALSE(all.position(a) == all.position(b));
        }
    }
}

TEMPLATE_TEST_CASE("the grid finds what all pairs find", "[separate][property]", float, double) {
    using Real = TestType;
    for (unsigned seed = 0; seed < 60; ++seed) {
        // From a handful to a heap, around the origin, where cells change sign.
        crowd<Real> all = random_crowd<Real>(seed, 3 + 5 * int(seed), 0.1 + 0.02 * (seed % 30));
        crowd<Real> reference = all;
        all.run();
        by_all_pairs(reference);
        CHECK(same_bits(all.positions, reference.positions));
        CHECK(same_bits(all.velocities, reference.velocities));
    }
}

TEMPLATE_TEST_CASE("separating keeps the sum of velocities and adds no energy",
                   "[separate][property]", float, double) {
    using Real = TestType;
    for (unsigned seed = 0; seed < 40; ++seed) {
        crowd<Real> all = random_crowd<Real>(seed, 150, 0.15 + 0.01 * seed);
        const crowd<Real> before = all;
        all.run();
        for (int lane = 0; lane < lane_count; ++lane) {
            vec3<double> gained, moved;
            double energy = 0, energy_before = 0, change = 0;
            for (std::size_t s = 0; s < 150; ++s) {
                const auto wide = [](const vec3<Real>& v) {
                    return vec3<double>{double(v.x), double(v.y), double(v.z)};
                };
                const vec3<double> was = wide(before.velocity(s, lane));
                const vec3<double> is = wide(all.velocity(s, lane));
                gained = gained + (is - was);
                moved = moved + (wide(all.position(s, lane)) - wide(before.position(s, lane)));
                energy += dot(is, is), energy_before += dot(was, was), change += length(is - was);
            }
            CHECK(change > 1);
            const double rounding = sizeof(Real) == 4 ? 1e-4 : 1e-12;
            CHECK(length(gained) < rounding);
            CHECK(length(moved) < rounding);
            CHECK(energy < energy_before);
        }
    }
}

TEMPLATE_TEST_CASE("a lane separates as if it were alone", "[separate]", float, double) {
    using Real = TestType;
    const crowd<Real> start = random_crowd<Real>(5, 120, 0.3);
    crowd<Real> together = start;
    together.run();
    for (int lane = 0; lane < lane_count; ++lane) {
        crowd<Real> alone = start;
        for (std::size_t s = 0; s < 120; ++s) {
            for (int i = 0; i < lane_count; ++i) {
                if (i != lane) {
                    set_lane(alone.positions[s], i, {Real(s), Real(NAN), 0});
                }
            }
        }
        const crowd<Real> before = alone;
        alone.run(1U << lane);
        for (std::size_t s = 0; s < 120; ++s) {
            CHECK(alone.position(s, lane) == together.position(s, lane));
            CHECK(alone.velocity(s, lane) == together.velocity(s, lane));
            CHECK(alone.velocity(s, (lane + 1) % 8) == before.velocity(s, (lane + 1) % 8));
        }
    }
}

TEST_CASE("separate refuses scratch of another size", "[separate]") {
    crowd<float> all;
    all.add(1, 0, {0, 0, 0});
    all.add(1, 1, {0, 0, 1});
    auto scratch = make_separation_grid<float>(1);
    const test::caught_assert caught;
    separate<float>({all.radius, all.chain}, all.positions, all.velocities, 0xFF, scratch);
    CHECK(caught.count() == 1);
    CHECK(all.position(1) == vec3<float>{0, 0, 1});
}

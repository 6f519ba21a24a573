#include <jounce/modules/rig/convert.hpp>

#include "support/random_rigs.hpp"
#include "support/stable_block.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace stable_energy_test {

using namespace jounce;
using test::chain_recipe;
using test::dice;
using test::stable_block;

namespace {

/// Energy of all springs about their targets: 1/2 m L^2 (rate^2 + w^2 y^2).
double energy(const stable_block<double>& block, int lane) {
    double sum = 0;
    const basic_stable_set<double>& set = block.kind.springs.stable;
    for (std::size_t s = 0; s < set.springs.size(); ++s) {
        const stable_spring<double>& spring = set.springs[s];
        const spring_state<double>& state = block.data.stable.springs[s];
        const vec3<double> y = get_lane(state.deflection, lane);
        const vec3<double> v = get_lane(state.velocity, lane) - get_lane(state.drive, lane);
        const double along = dot(spring.axis, y);
        const double across2 = dot(y, y) - along * along;
        sum += 0.5 * spring.inertia *
               (dot(v, v) / (spring.length * spring.length) + spring.bend_omega2 * across2 +
                spring.axial_omega2 * along * along);
    }
    return sum;
}

spring_tuning any_tuning(dice& roll) {
    spring_settings s;
    s.stiffness = std::pow(10.0, roll.number(-3, 9));
    s.damping = roll.whole(0, 2) == 0 ? 0.0 : std::pow(10.0, roll.number(-6, 6));
    s.mass = std::pow(10.0, roll.number(-6, 6));
    spring_tuning t = tuning_of(s, 1.0 / 60);
    t.fixed_length = roll.whole(0, 1) == 0;
    t.inherit = roll.whole(0, 2) * 0.5;
    t.max_speed = 1e6;
    t.min_stretch = 0.1;
    t.max_stretch = 10;
    return t;
}

} // namespace

TEST_CASE("without input the energy of a chain never grows", "[stable][property][one_thread]") {
    dice roll(99);
    for (int c = 0; c < 1500; ++c) {
        chain_recipe recipe;
        recipe.links = roll.whole(0, 15) == 0 ? roll.whole(16, 64) : roll.whole(1, 8);
        stable_block<double> block(test::chain_kind<double>(recipe, any_tuning(roll)));
        stable_builder springs;
        for (int i = 0; i < recipe.links; ++i) {
            springs.add("link" + std::to_string(i), any_tuning(roll));
        }
        block.kind.springs = *springs.build(block.kind.rig);
        block.data = make_block_data(block.kind);
        block.frame(1.0 / 120);
        // Bent and moving, as a motion might leave it.
        for (std::size_t s = 0; s < block.data.stable.springs.size(); ++s) {
            const stable_spring<double>& spring = block.kind.springs.stable.springs[s];
            for (int lane = 0; lane < lane_count; ++lane) {
                vec3<double> y = roll.vector(0.6);
                if (spring.fixed_length) {
                    y = y - dot(spring.axis, y) * spring.axis;
                }
                set_lane(block.data.stable.springs[s].deflection, lane, y);
                set_lane(block.data.stable.springs[s].velocity, lane, roll.vector(1));
            }
        }
        // The first tick takes over where those tails are: a jump, not a motion.
        for (int lane = 0; lane < lane_count; ++lane) {
            block.data.carried.lanes.front().jump.v[lane] = 1;
        }
        block.frame(1.0 / 120);
        double before[lane_count];
        for (int lane = 0; lane < lane_count; ++lane) {
            before[lane] = energy(block, lane);
        }
        for (int frame = 0; frame < 60; ++frame) {
            block.frame(1.0 / 120);
            for (int lane = 0; lane < lane_count; ++lane) {
                const double now = energy(block, lane);
                CAPTURE(c, recipe.links, frame, lane, before[lane], now);
                REQUIRE(now <= before[lane] * (1 + 1e-5) + 1e-30);
                before[lane] = now;
            }
        }
    }
}

} // namespace stable_energy_test

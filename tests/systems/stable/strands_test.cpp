#include <jounce/systems/stable/run_strands.hpp>

#include "support/stable_block.hpp"

#include <jounce/components/base/index.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/simd/isa.hpp>
#include <jounce/systems/stable/plan_strands.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace jounce;

namespace {

struct hair_recipe {
    int chains = 4;
    int links = 4;
    bool is_even = false; ///< all of one length and tuning
    bool forks = false;   ///< the last link hangs from the first
    bool stretches = false;
    int colliders = 0;
    bool has_odd_one = false; ///< one chain is a link longer
};

/// Chains in a row on a head that hangs from a body.
character_kind hairy(const hair_recipe& recipe) {
    rig_builder bones;
    stable_builder springs;
    springs.tick_rate(120);
    bones.add(rig_builder::segment{.name = "body", .tail = {0, 0.5, 0}});
    bones.add(rig_builder::segment{
        .name = "head", .parent = 0, .head = {0, 0.5, 0}, .tail = {0, 0.7, 0}});
    for (int c = 0; c < recipe.chains; ++c) {
        const double size = recipe.is_even ? 0.1 : 0.1 + 0.01 * c;
        const int links = recipe.links + (recipe.has_odd_one && c == 1 ? 1 : 0);
        vec3<double> from = {0.08 * c - 0.1, 0.7, 0.02 * c};
        const vec3<double> root = from;
        std::int32_t parent = 1;
        std::int32_t first = -1;
        for (int l = 0; l < links; ++l) {
            const bool is_fork = recipe.forks && l + 1 == links;
            const vec3<double> head = is_fork ? root + vec3<double>{0, -size, 0} : from;
            const vec3<double> tail = head + vec3<double>{is_fork ? size : 0, -size, 0.01};
            const std::string name = "c" + std::to_string(c) + "_" + std::to_string(l);
            parent = bones.add(rig_builder::segment{
                .name = name, .parent = is_fork ? first : parent, .head = head, .tail = tail});
            first = l == 0 ? parent : first;
            from = tail;
            spring_tuning tuning;
            tuning.radius = 0.02;
            tuning.friction = 0.2;
            tuning.fixed_length = !recipe.stretches;
            if (!recipe.is_even) {
                tuning.frequency = 1.5 + 0.3 * c;
                tuning.damping_ratio = 0.1 + 0.05 * l;
                tuning.drag = 0.2 * c;
                tuning.gravity = 0.5 + 0.1 * c;
                tuning.inherit = 0.2 * l;
            }
            springs.add(name, tuning);
        }
    }
    for (int c = 0; c < recipe.colliders; ++c) {
        collider body;
        body.shape = c % 2 == 0 ? collider_shape::sphere : collider_shape::capsule;
        body.radius = 0.12F;
        body.radius_b = 0.1F;
        body.a = {0.1F * static_cast<float>(c), 0.1F, 0.05F};
        body.b = {0, -0.3F, 0};
        springs.add(c % 2 == 0 ? "head" : "body", body);
    }
    character_kind kind;
    kind.rig = *bones.build<float>();
    kind.springs = *springs.build(kind.rig);
    return kind;
}

/// Every character its own way: motion, wind, jumps, pauses.
void stir(block_data& data, double time, int frame) {
    environment_lanes<float>& env = data.environment.lanes.front();
    for (int lane = 0; lane < lane_count; ++lane) {
        for (std::size_t b = 0; b < 2; ++b) {
            const double half = 0.15 * std::sin(5 * time + static_cast<double>(b) + 0.7 * lane);
            transform<float> local = get_lane(data.local.bones[b], lane);
            local.rotation = cast<float>(
                quat<double>{0.6 * std::sin(half), 0, 0.8 * std::sin(half), std::cos(half)});
            set_lane(data.local.bones[b], lane, local);
        }
        const float by_lane = static_cast<float>(lane);
        const double turn = 0.02 * std::sin(3 * time + lane);
        set_lane(env.gravity, lane, vec3<float>{0, -9.81F, 0.1F * by_lane});
        set_lane(env.turn, lane, cast<float>(quat<double>{0, std::sin(turn), 0, std::cos(turn)}));
        set_lane(env.shift, lane, vec3<float>{0.002F * by_lane, 0, 0.003F});
        set_lane(env.wind, lane, frame > 40 ? vec3<float>{1, 0, 0.3F * by_lane} : vec3<float>{});
        env.gust.v[lane] = 0.5F;
        env.jump.v[lane] = frame == 20 && lane % 2 == 1 ? jump_of_place : 0.0F;
        env.still.v[lane] = frame > 25 && frame < 30 && lane % 3 == 0 ? 1.0F : 0.0F;
    }
}

template <class Component> int differences(Component& a, Component& b, std::uint32_t active) {
    std::vector<std::span<lane<float>>> of_a;
    std::vector<std::span<lane<float>>> of_b;
    visit_lanes(a, [&](std::span<lane<float>> lanes) { of_a.push_back(lanes); });
    visit_lanes(b, [&](std::span<lane<float>> lanes) { of_b.push_back(lanes); });
    int count = 0;
    for (std::size_t array = 0; array < of_a.size(); ++array) {
        for (std::size_t i = 0; i < of_a[array].size(); ++i) {
            for (std::uint32_t left = active; left != 0; left &= left - 1) {
                const int lane = std::countr_zero(left);
                count += std::bit_cast<std::uint32_t>(of_a[array][i].v[lane]) !=
                         std::bit_cast<std::uint32_t>(of_b[array][i].v[lane]);
            }
        }
    }
    return count;
}

/// Runs a block with chains side by side and one without; how many numbers differ.
int differences_in(const character_kind& kind, std::uint32_t active, std::uint32_t& contacts) {
    const strand_plans plans = plan_strands(kind.rig, kind.springs.stable);
    strand_room room;
    test::stable_block<float> apart(kind);
    test::stable_block<float> abreast(kind);
    apart.options.active_lanes = abreast.options.active_lanes = active;
    abreast.options.strands = &plans;
    abreast.options.room = &room;
    constexpr double lengths[] = {1.0 / 60, 1.0 / 144, 1.0 / 30, 1.0 / 50};
    int count = 0;
    for (int frame = 0; frame < 60; ++frame) {
        for (test::stable_block<float>* block : {&apart, &abreast}) {
            stir(block->data, block->clock.time, frame);
            block->options.level = frame / 24;
            block->frame(lengths[frame % 4]);
        }
        count += differences(apart.data.stable, abreast.data.stable, active);
        count += differences(apart.data.history, abreast.data.history, active);
        count += differences(apart.data.carried, abreast.data.carried, active);
        for (block_data* data : {&apart.data, &abreast.data}) {
            // No frame reads it before writing it.
            data->colliders.tick_start = data->colliders.tick_end;
        }
        count += differences(apart.data.colliders, abreast.data.colliders, active);
        count += differences(apart.data.transforms, abreast.data.transforms, active);
        for (std::uint32_t left = active; left != 0; left &= left - 1) {
            const std::size_t lane = at(std::countr_zero(left));
            count += apart.data.colliders.contacts[lane] != abreast.data.colliders.contacts[lane];
            contacts += apart.data.colliders.contacts[lane];
        }
    }
    return count;
}

} // namespace

TEST_CASE("chains side by side have the bits of chains one after the other", "[stable][strands]") {
    const hair_recipe recipe =
        GENERATE(hair_recipe{.is_even = true}, hair_recipe{}, hair_recipe{.chains = 9, .links = 3},
                 hair_recipe{.chains = 2, .links = 6, .stretches = true},
                 hair_recipe{.chains = 5, .forks = true}, hair_recipe{.has_odd_one = true},
                 hair_recipe{.chains = 3, .colliders = 2},
                 hair_recipe{.chains = 5, .links = 2, .stretches = true, .colliders = 3});
    CAPTURE(recipe.chains, recipe.links, recipe.forks, recipe.colliders);
    const character_kind kind = hairy(recipe);
    const isa_level before = active_isa();
    for (const isa_level level : supported_isa_levels()) {
        REQUIRE(select_isa(level));
        std::uint32_t contacts = 0;
        for (const std::uint32_t active : {0x01U, 0x80U, 0x22U, 0x07U, 0x5AU, 0x1FU, 0xFFU}) {
            CAPTURE(isa_name(level), active);
            CHECK(differences_in(kind, active, contacts) == 0);
        }
        CHECK((contacts > 0) == (recipe.colliders > 0));
    }
    select_isa(before);
}

TEST_CASE("chains lie side by side as far as there are lanes", "[stable][strands]") {
    const auto strands = [](const hair_recipe& recipe, std::int32_t characters) {
        const character_kind kind = hairy(recipe);
        const strand_plans plans = plan_strands(kind.rig, kind.springs.stable);
        const strand_plan<float>* plan = plans.for_characters(characters);
        return plan != nullptr ? plan->strands.size() : 0;
    };
    CHECK(strands({}, 1) == 1);
    CHECK(strands({}, 2) == 1);
    CHECK(strands({}, 3) == 2);
    CHECK(strands({}, 4) == 2);
    CHECK(strands({}, 5) == 0);
    CHECK(strands({.chains = 9}, 1) == 2);
    CHECK(strands({.chains = 1}, 1) == 0);
    CHECK(strands({.chains = 2, .has_odd_one = true}, 1) == 0);
}

TEST_CASE("springs that take another way stay where they are", "[stable][strands]") {
    character_kind kind = hairy({});
    kind.springs.stable.springs[1].hook = 0.5F;
    const strand_plans plans = plan_strands(kind.rig, kind.springs.stable);
    REQUIRE(plans.for_characters(1) != nullptr);
    CHECK(plans.for_characters(1)->strands.front().chains == 3);
    CHECK(plans.for_characters(1)->rest.walk.size() == kind.springs.stable.walk.size());
    std::uint32_t contacts = 0;
    CHECK(differences_in(kind, 1, contacts) == 0);
    kind.rig.is_affine = true;
    CHECK(plan_strands(kind.rig, kind.springs.stable).plans.empty());
}

#pragma once

// Flesh that is right in form and random in all else: for tests of what draws it.

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <catch2/catch_test_macros.hpp>
#include <entt/entt.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "random_rigs.hpp"

namespace jounce::test {

struct flesh_recipe {
    int vertices = 300;
    int handles = 30;
    int per_vertex = 8; ///< at most; some vertices have none
};

/// Handles of which each is a spring of its own, three to the half second.
inline tissue::baked_tissue random_flesh(std::uint32_t seed, const flesh_recipe& recipe,
                                         std::uint32_t joints) {
    dice roll(seed);
    const auto handles = static_cast<std::size_t>(recipe.handles);
    constexpr double mass = 0.1, stiffness = 140;
    tissue::baked_tissue out;
    out.joint_count = joints;
    out.mass.assign(handles * handles, 0);
    out.rest_stiffness.assign(9 * handles * handles, 0);
    for (std::size_t h = 0; h < handles; ++h) {
        out.handles.push_back(roll.vector(1));
        out.handle_joint_first.push_back(static_cast<std::uint32_t>(h));
        out.handle_joints.push_back({static_cast<std::uint32_t>(h) % joints, 1});
        out.handle_bounds.push_back(0.1);
        out.mass[h * handles + h] = mass;
        out.drive.push_back(
            {static_cast<std::uint32_t>(h),
             static_cast<std::uint32_t>(h) % joints,
             {mass * out.handles[h].x, mass * out.handles[h].y, mass * out.handles[h].z, mass}});
    }
    out.handle_joint_first.push_back(static_cast<std::uint32_t>(handles));
    for (std::size_t i = 0; i < 3 * handles; ++i) {
        out.rest_stiffness[i * 3 * handles + i] = stiffness;
        out.mode_rates.push_back(std::sqrt(stiffness / mass));
        out.modes.resize(out.modes.size() + 3 * handles);
        out.modes[i * 3 * handles + i] = 1 / std::sqrt(mass);
    }
    out.full_stiffness = out.rest_stiffness;
    out.cubature_first.push_back(0);
    for (int v = 0; v < recipe.vertices; ++v) {
        out.vertex_first.push_back(static_cast<std::uint32_t>(out.vertex_weights.size()));
        const int count = v % 7 == 3 ? 0 : roll.whole(1, recipe.per_vertex);
        const int first = roll.whole(0, recipe.handles - 1);
        for (int k = 0; k < count; ++k) {
            out.vertex_weights.push_back(
                {static_cast<std::uint32_t>((first + 3 * k) % recipe.handles),
                 roll.number(-0.1, 0.5), roll.vector(1.5)});
        }
    }
    out.vertex_first.push_back(static_cast<std::uint32_t>(out.vertex_weights.size()));
    return out;
}

/// A kind that is like another and has flesh.
inline std::shared_ptr<const character_kind>
with_flesh(const character_kind& like, std::uint32_t seed, const flesh_recipe& recipe) {
    character_kind out = like;
    tissue_run_options run;
    run.tier = tissue_tier::linear;
    run.modes = 3 * recipe.handles;
    result<tissue_set> made = make_tissue_set<float>(
        random_flesh(seed, recipe, static_cast<std::uint32_t>(out.bind.joints.size())), out.bind,
        static_cast<double>(out.rig.metres_per_unit), run);
    if (!made) {
        FAIL(made.error().message);
    }
    out.tissue = std::make_shared<const tissue_set>(*std::move(made));
    return std::make_shared<const character_kind>(std::move(out));
}

/// Puts the flesh of a character anywhere, as the system `tissue` could.
inline void displace_at_random(entt::registry& registry, entt::entity who, std::uint32_t seed,
                               double size) {
    dice roll(seed);
    const character& at = registry.get<const character>(who);
    for (lane_vec3<float>& handle : registry.get<displacements>(at.block).handles) {
        set_lane(handle, at.lane, cast<float>(roll.vector(size)));
    }
}

} // namespace jounce::test

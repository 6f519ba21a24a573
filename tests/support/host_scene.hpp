#pragma once

// Three characters of one kind in one block, under any solver, whose host does everything that hosts do.
// The one in the middle is there to be given bad input.

#include "support/clip_crowd.hpp"
#include "support/stable_block.hpp"

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/host_input_report.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace jounce::test {

/// The same chain of three bones under a root for every solver.
inline std::shared_ptr<const character_kind> chain_under(solver_id solver) {
    auto kind = std::make_shared<character_kind>(chain_kind<float>({.links = 3}, {}));
    if (solver == reference_solver) {
        reference_builder springs;
        for (int i = 0; i < 3; ++i) {
            // One that keeps its length, one that does not, one that is held by its edge.
            springs.add("link" + std::to_string(i),
                        {.velocity_scale = 0.9, .fixed_length = i == 0, .edge_constraint = i == 2});
        }
        kind->springs = *springs.build(kind->rig);
    } else if (solver == vrm_solver) {
        vrm_chain chain;
        for (int b = 1; b < 3; ++b) {
            chain.joints.push_back({.bone = b, .tail_bone = b + 1, .stiffness = 1});
        }
        vrm_description springs;
        springs.chains = {chain};
        kind->springs = *vrm_builder(springs).build(kind->rig);
    }
    return kind;
}

struct host_scene {
    explicit host_scene(solver_id solver, bool plays = false) : kind(chain_under(solver)) {
        for (entt::entity& one : who) {
            one = spawn(registry, kind);
            if (plays) {
                play(registry, one, clips_for(kind->rig), "a");
                const std::vector<std::vector<float>> rest = {{0.25F, 0.5F}};
                registry.emplace<morph_weights>(one, make_morph_weights(rest));
            }
        }
        registry.emplace<world_collider>(ball = registry.create()).body.radius = 0.02F;
    }

    /// All good input of a frame.
    void input(int frame) {
        const double t = frame / 60.0;
        for (std::size_t i = 0; i < who.size(); ++i) {
            placement at;
            at.position = {0.2 * std::sin(3 * t + static_cast<double>(i)), 0, 0};
            registry.emplace_or_replace<placement>(who[i], at);
            registry.emplace_or_replace<spring_control>(who[i]);
            registry.emplace_or_replace<centre_space>(who[i]);
            const float angle = 0.2F * static_cast<float>(std::sin(5 * t));
            if (registry.try_get<clip_player>(who[i]) == nullptr) {
                pose_of(registry, who[i]).set_rotation(0, {0, 0, std::sin(angle), std::cos(angle)});
            }
            if (morph_weights* morphs = registry.try_get<morph_weights>(who[i])) {
                morphs->rest = {0.25F, 0.5F};
            }
        }
        context<world_forces>(registry) = {};
        registry.get<world_collider>(ball) = {};
        registry.get<world_collider>(ball).body.radius = 0.02F;
        registry.get<world_collider>(ball).at.position = {0.03, -0.2, 0};
    }

    std::vector<float> shown(entt::entity one) const {
        const auto rows = palette_of(registry, one);
        std::vector<float> out(rows.size_bytes() / sizeof(float));
        std::memcpy(out.data(), rows.data(), rows.size_bytes());
        return out;
    }
    bool is_finite(entt::entity one) const {
        const std::vector<float> all = shown(one);
        return std::ranges::all_of(all, [](float x) { return std::isfinite(x); });
    }
    /// To the bit: a number that is none is not equal to itself.
    bool shows_same(entt::entity one, const host_scene& other) const {
        const std::vector<float> a = shown(one);
        const std::vector<float> b = other.shown(one);
        return a.size() == b.size() &&
               std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    }
    const host_input_report& report() { return context<host_input_report>(registry); }

    entt::registry registry;
    std::shared_ptr<const character_kind> kind;
    std::array<entt::entity, 3> who{};
    entt::entity ball{};
    pipeline systems{registry};
};

} // namespace jounce::test

#include <jounce/systems/stable/stable_solver.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/systems/hash_words.hpp>
#include <jounce/systems/stable/separate.hpp>
#include <jounce/systems/stable/stable_hooks.hpp>
#include <jounce/systems/stable/stable_pose_system.hpp>
#include <jounce/systems/stable/strand_hooks.hpp>
#include <jounce/systems/stable/tick_system.hpp>

#include <algorithm>
#include <array>

namespace jounce {
namespace {

/// Positions of the world's colliders are saved apart: their number changes.
constexpr block_component colliders_of_block() {
    block_component out = component_of<block_colliders>();
    out.is_saved = false;
    return out;
}

constexpr block_component grid_of_block() {
    block_component out = component_of<separation_grid<float>>();
    out.add = [](entt::registry& registry, entt::entity e, const character_kind& kind,
                 const slot_handle&) {
        registry.emplace<separation_grid<float>>(
            e, make_separation_grid<float>(kind.springs.stable.springs.size()));
    };
    out.is_wanted = [](const character_kind& kind) { return kind.springs.stable.chains_collide; };
    return out;
}

constexpr block_component strands_of_block() {
    block_component out = component_of<block_strands>();
    out.add = [](entt::registry& registry, entt::entity e, const character_kind& kind,
                 const slot_handle&) {
        registry.emplace<block_strands>(e, strands_of(registry, kind));
    };
    out.is_wanted = has_several_chains;
    return out;
}

constexpr std::array stable_components = {component_of<pose_history>(),
                                          component_of<frame_environment>(),
                                          component_of<carried_motion>(),
                                          component_of<stable_state>(),
                                          colliders_of_block(),
                                          grid_of_block(),
                                          strands_of_block()};
constexpr std::array stable_systems = {system_of<tick_system>()};

kind_difference compare_stable(const spring_set& a, const spring_set& b) {
    const auto same_spring = [](const stable_spring<float>& x, const stable_spring<float>& y) {
        return x.bone == y.bone && x.parent == y.parent && x.island == y.island;
    };
    const auto same_bone = [](const auto& x, const auto& y) { return x.bone == y.bone; };
    if (a.stable.chains_collide != b.stable.chains_collide ||
        !std::ranges::equal(a.stable.springs, b.stable.springs, same_spring)) {
        return kind_difference::springs;
    }
    return std::ranges::equal(a.stable.colliders, b.stable.colliders, same_bone)
               ? kind_difference::none
               : kind_difference::colliders;
}

void hash_stable(const entt::registry& registry, const character& at, lane_reader visit) {
    visit_fresh(visit);
    read_lanes(registry.get<stable_state>(at.block), visit);
    read_lanes(registry.get<pose_history>(at.block), visit); // the next frame sets out from it
    visit_resting(*registry.get<block>(at.block).kind, visit);
}

} // namespace

const solver& describe_stable_solver() {
    static constexpr solver all = {
        .id = stable_solver,
        .components = stable_components,
        .systems = stable_systems,
        .pose = system_of<stable_pose_system>(),
        .springs = [](const character_kind& kind) { return kind.springs.stable.springs.size(); },
        .feels_world = true,
        .logs_ticks = true,
        .tick_seconds =
            [](const character_kind& kind) {
                return static_cast<double>(kind.springs.stable.tick_seconds);
            },
        .levels = &stable_levels,
        .colliders = &stable_colliders,
        .hash = hash_stable,
        .compare = compare_stable,
        .retuned =
            [](entt::registry& registry, entt::entity e) {
                const character_kind& kind = *registry.get<block>(e).kind;
                copy_traits(kind, registry.get<block_colliders>(e));
                if (block_strands* strands = registry.try_get<block_strands>(e)) {
                    *strands = strands_of(registry, kind);
                }
            },
        .push = push_stable,
        .energy = stable_energy,
        .warm_up = warm_up_stable,
    };
    return all;
}

} // namespace jounce

#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/systems/solver.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// @{ The components of every block in addition to `block` and `block_place`: first those that
/// frames read, then those that they only write. The components of its solver come between the two.
std::span<const block_component> read_components();
std::span<const block_component> written_components();
/// @}

/// Calls `work(component)` for all components that a block of a kind has, in the order of their memory.
template <class Work>
void each_component(const solver& of, const character_kind& kind, Work&& work) {
    for (const std::span<const block_component> list :
         {read_components(), of.components, written_components()}) {
        for (const block_component& one : list) {
            if (is_wanted(one, kind) && !(one.is_of_feeling_solvers && of.feels_world)) {
                work(one);
            }
        }
    }
}

/// The same for a block that exists.
template <class Work>
void each_component(const entt::registry& registry, entt::entity e, Work&& work) {
    const block& home = registry.get<block>(e);
    each_component(*home.solver, *home.kind, work);
}

/// Bytes that the arrays of a block take in a slot.
std::size_t slot_bytes(const solver& of, const character_kind& kind);

/// Gives an entity all components of a block but `block` and `block_place`.
void add_components(entt::registry& registry, entt::entity e, const solver& of,
                    const character_kind& kind, const slot_handle& slot);

/// Calls `visit` with every array of lanes of a block.
void visit_lanes(entt::registry& registry, entt::entity e, lane_visitor visit);
void read_lanes(const entt::registry& registry, entt::entity e, lane_reader visit);

} // namespace jounce

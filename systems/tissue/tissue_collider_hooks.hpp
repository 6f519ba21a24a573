#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

namespace jounce {

/// What is around the characters of a block with flesh.
struct tissue_surroundings {
    const world_collider_list& world;
    const block& home;
    const component_view<const placement>& placements;
    const environment_lanes<float>& now;
    frame_scratch& scratch; ///< where characters stood before; faults of the host
};

/// Adds the world's colliders that come near the flesh of a block to its obstacles, at both ends of the frame in the
/// present model space. A collider on a bone of the character itself is left out: those of its kind know which flesh
/// belongs to them.
/// Reads  placement, world_collider_list.  Writes  scratch.  Cost  O(characters colliders), a distance each.
void add_world_obstacles(const tissue_surroundings& around, const tissue_view<float>& block);

} // namespace jounce

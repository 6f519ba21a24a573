#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/host/placement.hpp>

#include <cstdint>

namespace jounce {

/// A collider for every character whose springs or flesh have one of its groups. Component of an entity of
/// the host. Attached to the world, or to a bone of a character (with its position of the last
/// frame).
struct world_collider {
    collider body;
    /// Of the collider's frame in the world, m; or, if it is attached to a bone, in the bone's
    /// frame and in units of its rig, which are then the units of the collider too.
    placement at;
    entt::entity character{}; ///< whose bone carries it, if `bone` >= 0
    std::int32_t bone = -1;
};

} // namespace jounce

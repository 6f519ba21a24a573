#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/base/entity.hpp>
#include <jounce/components/host/placement.hpp>

#include <cstdint>

namespace jounce {

/// A collider for every character whose springs have one of its groups. Component of an entity of the
/// host's. Attached to the world, or to a bone of a character (as its last frame left it).
struct world_collider {
    collider body;
    /// Of the body's frame in the world, m; or relative to the bone where there is one, in its frame and
    /// in units of its rig, as the body then is too.
    placement at;
    entt::entity character{}; ///< whose bone carries it, if `bone` >= 0
    std::int32_t bone = -1;
};

} // namespace jounce

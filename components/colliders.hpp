#pragma once

#include <jounce/components/entity.hpp>
#include <jounce/components/lanes.hpp>
#include <jounce/components/placement.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

enum class collider_shape : std::uint8_t {
    sphere,  ///< about `a`
    capsule, ///< from `a` to `b`, its radius may change on the way
    plane,   ///< through `a`; everything along the normal `b` is free
    box,     ///< about `a`, turned by `rotation`
};

/// A body that springs may not enter, in the frame of what it is attached to.
struct collider {
    collider_shape shape = collider_shape::sphere;
    bool inside = false;      ///< springs may not leave it instead (sphere, capsule, box)
    std::uint32_t groups = 1; ///< tested against `spring_tuning::collides_with`
    vec3<float> a;
    vec3<float> b;        ///< capsule's other end, plane's normal (need not be of unit length)
    float radius = 0;     ///< at `a`; of a box: how far its edges are rounded
    float radius_b = 0;   ///< at `b`
    quat<float> rotation; ///< of a box
    vec3<float> half;     ///< of a box: half its sides
};

/// Where a collider is in the model space of each of eight characters. In lanes where it does not
/// apply, `radius` (and `radius_b`) is `no_collider`.
template <class Real> struct lane_collider {
    lane_vec3<Real> a;
    lane_vec3<Real> b; ///< plane: of unit length
    lane<Real> radius;
    lane<Real> radius_b;
    lane_quat<Real> rotation; ///< boxes only
    lane_vec3<Real> half;     ///< boxes only
};

/// What a tick knows of a collider and its way since the last one, the same for all springs that meet
/// it. Scratch of tick and deflect: see systems/detail/collider_motion.hpp.
template <class Real> struct lane_collider_motion {
    lane_vec3<Real> middle;   ///< of a ball around it, at the end of the tick
    lane<Real> reach;         ///< radius of that ball, with what the collider's own way adds
    lane<Real> gain;          ///< by how much the way of who comes near counts
    lane_vec3<Real> velocity; ///< m/s; zero when nobody asks for it
    lane_vec3<Real> origin; ///< capsules, from here on: where its frame is, at the end of the tick
    lane_vec3<Real> origin_before; ///< the same at its start
    lane_quat<Real> turn;          ///< from the one frame to the other
    lane_vec3<Real> axis;
    lane<Real> length;
    lane<Real> reach_beside; ///< as `reach`, but from the axis instead of the middle
    lane<Real> radius;       ///< at the origin
    lane<Real> sine, cosine, tangent;
    bool has_frame = false; ///< whether the part for capsules has been written
};

/// So far below zero that nothing is ever inside (or, for `inside`, see `collide`), yet safe to add.
inline constexpr float no_collider = -1e15F;

/// What all lanes of a block's collider have in common.
struct collider_traits {
    collider_shape shape = collider_shape::sphere;
    bool inside = false;
    std::uint32_t groups = 1;
};

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

/// The world's colliders where they are in this frame. In the registry's context, written by the
/// pipeline before its systems run.
struct world_collider_list {
    struct entry {
        collider body;
        placement at;
        entt::entity source{};
    };
    std::vector<entry> all;
    std::uint64_t version = 0; ///< changes whenever another collider stands at an index
};

} // namespace jounce

#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/modules/bounds/posed_skin.hpp>
#include <jounce/modules/bounds/skin_queries.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace jounce::editing {

/// A bone as a line, model space.
struct bone_line {
    vec3<double> head, tail;
};

/// The bones of the last frame, springs included. Bones that are not kept are at the origin.
std::vector<bone_line> posed_bones(const entt::registry& registry, entt::entity character,
                                   const rig& bones);

/// A line from an eye through a pixel, model space (`bounds::to_model`).
struct pick_ray {
    vec3<double> from;
    vec3<double> direction; ///< of any length but zero
    /// @{ How far from the ray a bone may be: `reach + slope` times the distance from the eye. With a
    /// slope alone, the size of some pixels, what looks nearest is picked.
    double reach = 0;
    double slope = 0.02;
    /// @}
};

/// A bone that was picked.
struct picked_bone {
    std::int32_t bone = -1;
    double distance = 0; ///< between the ray and the bone
    double along = 0;    ///< from the eye, to where they are nearest
    vec3<double> point;  ///< of the bone
};

/// The bone that is nearest to a ray, as a share of what it may be off; of equal ones the nearer to the eye,
/// then the later in the rig, which is the farther from the root. Nothing if none is in reach, or for numbers
/// that are not finite.
std::optional<picked_bone> pick_bone(std::span<const bone_line> bones, const pick_ray& ray);

/// A place on the skin, and the bone that moves it most.
struct picked_skin {
    bounds::surface_hit hit;
    std::int32_t bone = -1;
    double weight = 0; ///< of all joints on that bone, at the place
};

/// The bone with the most weight at a place of a triangle: weights of its corners, mixed as the place lies
/// between them. Of equal ones the first in the rig. Nothing if nothing moves it.
/// @param joints  of the palette that the skin was posed with: their bones
std::optional<picked_skin> heaviest_bone(bounds::posed_skin& skin, const bounds::surface_hit& hit,
                                         std::span<const bind_joint<float>> joints);

/// The same where a ray meets the skin first.
std::optional<picked_skin> pick_skin(bounds::posed_skin& skin, const vec3<double>& from,
                                     const vec3<double>& direction,
                                     std::span<const bind_joint<float>> joints);

} // namespace jounce::editing

#pragma once

#include <jounce/components/base/math_types.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// A frozen character that is about to wake. Component of a character, kept by `update_detail`.
/// Springs that start at rest on a walking character would be thrown back, so its motion is
/// measured over one frame first.
struct waking {
    std::int32_t level = 0;          ///< that it wakes to
    std::uint64_t frame = 0;         ///< frames computed when it was seen first
    std::vector<vec3<float>> places; ///< what its solver remembers of that moment
};

/// Begins. @pre the character is frozen; no frame is being computed
void begin_wake(entt::registry& registry, entt::entity character, std::int32_t level);

/// Continues, once per frame: wakes it when a frame has passed. Its springs start at their animated
/// positions with the animation's motion; the result fades in from the animated pose.
/// @return whether it is awake
bool continue_wake(entt::registry& registry, entt::entity character);

} // namespace jounce

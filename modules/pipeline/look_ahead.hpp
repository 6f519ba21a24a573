#pragma once

#include <jounce/components/frame_scratch.hpp>

#include <entt/entt.hpp>

#include <span>

namespace jounce {

/// Tells the blocks that are under way (`now`) which memory comes after them. Crowds that stay in
/// cache from frame to frame have nothing to fetch.
/// @param next  those that the same thread computes afterwards
void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::span<frame_scratch> now);

} // namespace jounce

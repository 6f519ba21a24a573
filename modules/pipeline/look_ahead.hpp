#pragma once

#include <jounce/components/frame_scratch.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// All arrays of the block that a pose belongs to, where they are in one slot; else nothing.
std::span<const std::byte> memory_of(const local_pose& pose);

/// Whether so much memory stays in cache from frame to frame.
bool stays_in_cache(std::size_t bytes);

/// Tells the blocks that are under way (`now`) which memory comes after them. Crowds that stay in
/// cache from frame to frame have nothing to fetch.
/// @param next  those that the same thread computes afterwards
/// @param crowd  how many blocks there are in all
void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now);

} // namespace jounce

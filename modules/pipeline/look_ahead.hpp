#pragma once

#include <jounce/components/base/lane_slot.hpp>
#include <jounce/components/block/frame_scratch.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// What a frame reads of the block whose arrays are in a slot (or null), if it is one of so many that
/// they do not stay in cache from frame to frame; else nothing. Bone transforms and palette are written
/// before anyone reads them: asking for them costs more than it brings (docs/adr/0026).
/// Reads only what does not change while the block lives: another thread may be computing it.
std::span<const std::byte> worth_fetching(const lane_slot* slot, std::size_t crowd);

/// Whether blocks of so many bytes in all leave every cache before anyone reads what they show.
bool worth_streaming(std::size_t crowd_bytes);

/// Tells the blocks that are under way (`now`) which memory comes after them. Crowds that stay in
/// cache from frame to frame have nothing to fetch.
/// @param next  those that the same thread computes afterwards
/// @param crowd  how many blocks there are in all
void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now);

} // namespace jounce

#pragma once

#include <jounce/components/base/lane_slot.hpp>
#include <jounce/components/block/frame_scratch.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// The memory that a frame reads of the block whose arrays are in a slot (or null), if there are
/// too many blocks to stay in cache from frame to frame; else nothing. Bone transforms and palette
/// are written before they are read: prefetching them costs more than it gains (docs/adr/0026).
/// Reads only what does not change while the block lives: another thread may be computing it.
std::span<const std::byte> worth_fetching(const lane_slot* slot, std::size_t crowd);

/// Whether blocks of so many bytes in all are evicted from every cache before their results are
/// read.
bool worth_streaming(std::size_t crowd_bytes);

/// Stores in the scratch of the present blocks (`now`) which memory comes next. Crowds that stay in
/// cache from frame to frame have nothing to prefetch.
/// @param next  those that the same thread computes afterwards
/// @param crowd  how many blocks there are in all
void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now);

} // namespace jounce

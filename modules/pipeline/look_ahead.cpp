#include <jounce/modules/pipeline/look_ahead.hpp>

#include <cstddef>

namespace jounce {
namespace {

/// Of one thread's blocks: about half of a second-level cache.
constexpr std::size_t stays_in_cache = std::size_t{3} << 19;

/// All arrays of a block, where they are in one slot.
std::span<const std::byte> memory_of(const entt::registry& registry, entt::entity block) {
    const slot_handle slot = registry.get<local_pose>(block).bones.get_allocator().slot();
    return slot ? std::span(reinterpret_cast<const std::byte*>(slot.get()), slot->used())
                : std::span<const std::byte>{};
}

} // namespace

void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::span<frame_scratch> now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
        now[i].ahead =
            i < next.size() ? memory_of(registry, next[i]) : std::span<const std::byte>{};
        if (now[i].ahead.size() * next.size() < stays_in_cache) {
            now[i].ahead = {};
        }
    }
}

} // namespace jounce

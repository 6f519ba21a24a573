#include <jounce/modules/pipeline/look_ahead.hpp>

namespace jounce {

std::span<const std::byte> memory_of(const local_pose& pose) {
    const slot_handle slot = pose.bones.get_allocator().slot();
    return slot ? std::span(reinterpret_cast<const std::byte*>(slot.get()), slot->used())
                : std::span<const std::byte>{};
}

bool stays_in_cache(std::size_t bytes) {
    return bytes < std::size_t{3} << 19; // most of a second-level cache
}

void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
        now[i].ahead = {};
        if (i < next.size()) {
            const std::span<const std::byte> memory = memory_of(registry.get<local_pose>(next[i]));
            now[i].ahead = stays_in_cache(memory.size() * crowd) ? now[i].ahead : memory;
        }
    }
}

} // namespace jounce

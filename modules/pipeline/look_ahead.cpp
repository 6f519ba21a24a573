#include <jounce/modules/pipeline/look_ahead.hpp>

namespace jounce {

std::span<const std::byte> worth_fetching(const local_pose& pose, std::size_t crowd) {
    constexpr std::size_t cache = std::size_t{3} << 19; // most of a second-level cache
    const slot_handle slot = pose.bones.get_allocator().slot();
    if (!slot || slot->used() * crowd < cache) {
        return {};
    }
    return {reinterpret_cast<const std::byte*>(slot.get()), slot->front()};
}

bool worth_streaming(std::size_t crowd_bytes) {
    constexpr std::size_t largest_cache = std::size_t{32} << 20; // of an ordinary machine
    return crowd_bytes > largest_cache;
}

void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
        now[i].ahead = i < next.size() ? worth_fetching(registry.get<local_pose>(next[i]), crowd)
                                       : std::span<const std::byte>{};
    }
}

} // namespace jounce

#include <jounce/modules/pipeline/look_ahead.hpp>

#include <jounce/modules/crowd/crowd_index.hpp>

namespace jounce {

std::span<const std::byte> worth_fetching(const lane_slot* slot, std::size_t crowd) {
    constexpr std::size_t cache = std::size_t{3} << 19; // most of a second-level cache
    if (slot == nullptr || slot->size() * crowd < cache) {
        return {};
    }
    return {reinterpret_cast<const std::byte*>(slot), slot->front()};
}

bool worth_streaming(std::size_t crowd_bytes) {
    constexpr std::size_t largest_cache = std::size_t{32} << 20; // of an ordinary machine
    return crowd_bytes > largest_cache;
}

void look_ahead(const entt::registry& registry, std::span<const entt::entity> next,
                std::size_t crowd, std::span<frame_scratch> now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
        // By reference: a copied handle would count, and another thread may count as well.
        now[i].ahead = i < next.size()
                           ? worth_fetching(registry.get<block_place>(next[i]).slot.get(), crowd)
                           : std::span<const std::byte>{};
    }
}

} // namespace jounce

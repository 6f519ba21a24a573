#include <jounce/modules/crowd/state_hash.hpp>

#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/mix_hash.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace jounce {
namespace {

void mix_layers(std::uint64_t& hash, const clip_player& player) {
    for (const clip_layer& layer : player.layers) {
        if (layer.is_used) {
            mix(hash, std::bit_cast<std::uint32_t>(layer.clip));
            mix(hash, std::bit_cast<std::uint64_t>(layer.time));
            mix(hash, std::bit_cast<std::uint32_t>(layer.weight));
        }
    }
}

} // namespace

std::uint64_t character_hash(const entt::registry& registry, entt::entity who) {
    if (!is_character(registry, who)) {
        return 0;
    }
    const character& at = registry.get<character>(who);
    std::uint64_t hash = empty_hash;
    const auto add = [&](std::span<const lane<float>> lanes) {
        for (const lane<float>& value : lanes) {
            mix(hash, std::bit_cast<std::uint32_t>(value.v[at.lane]));
        }
    };
    const solver& of = *registry.get<block>(at.block).solver;
    if (of.hash != nullptr) {
        of.hash(registry, at, add);
    } else {
        for (const block_component& one : of.components) {
            if (one.read != nullptr && one.is_saved) {
                one.read(registry, at.block, add);
            }
        }
    }
    read_lanes(registry.get<bone_transforms>(at.block), add);
    if (registry.get<block>(at.block).kind->tissue != nullptr) {
        read_lanes(registry.get<tissue_state>(at.block), add);
        read_lanes(registry.get<displacements>(at.block), add);
    }
    if (!keeps_all(*registry.get<block>(at.block).kind)) {
        for (const palette_row<float>& row : palette_of(registry, who)) { // made of its bones
            for (const float number : row.v) {
                mix(hash, std::bit_cast<std::uint32_t>(number));
            }
        }
    }
    if (const clip_player* player = registry.try_get<clip_player>(who)) {
        mix_layers(hash, *player);
    }
    return hash;
}

std::uint64_t state_hash(const entt::registry& registry) {
    std::vector<entt::entity> all;
    for (const entt::entity who : registry.view<const character>()) {
        all.push_back(who);
    }
    std::sort(all.begin(), all.end(), [](entt::entity a, entt::entity b) {
        return entt::to_integral(a) < entt::to_integral(b);
    });
    std::uint64_t hash = empty_hash;
    for (const entt::entity who : all) {
        mix(hash, character_hash(registry, who));
    }
    return hash;
}

std::size_t bytes_per_character(const entt::registry& registry) {
    std::size_t bytes = 0;
    std::size_t characters = 0;
    for (const auto [e, home] : registry.view<const block>().each()) {
        characters += static_cast<std::size_t>(std::popcount(home.active));
        bytes += sizeof(block) + sizeof(block_place);
        each_component(registry, e, [&](const block_component& one) { bytes += one.size; });
        const slot_handle slot = registry.get<local_pose>(e).bones.get_allocator().slot();
        bytes += slot ? slot->size() : 0;
        // Arrays that outgrew the slot, or that a host replaced, are elsewhere.
        const auto add = [&](std::span<const lane<float>> lanes) {
            bytes += slot && slot->holds(lanes.data()) ? 0 : lanes.size_bytes();
        };
        read_lanes(registry, e, add);
        const auto& rows = registry.get<palette>(e).rows;
        bytes += slot && slot->holds(rows.data()) ? 0 : rows.size() * sizeof(palette_row<float>);
    }
    return characters > 0 ? bytes / characters + sizeof(character) : 0;
}

} // namespace jounce

#pragma once

// What must hold of a crowd whatever came and went.

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/block_system.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace jounce::test {

/// Counts anew what the index keeps up to date. Empty if it is right, else what is wrong.
inline std::string fault_of_index(entt::registry& registry) {
    const crowd_index& index = context<crowd_index>(registry);
    if (index.blocks.size() != registry.storage<block>().size()) {
        return "as many blocks are listed as there are";
    }
    std::map<const character_kind*, std::size_t> counts;
    std::map<std::pair<const character_kind*, std::int32_t>, std::set<entt::entity>> open;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < index.blocks.size(); ++i) {
        const entt::entity e = index.blocks[i];
        if (!registry.valid(e) || !registry.all_of<block, block_place, control_states>(e)) {
            return "a listed block is whole";
        }
        const block& home = registry.get<block>(e);
        if (registry.get<block_place>(e).visited != i || home.active == 0) {
            return "a block knows its place and has a character";
        }
        for (int lane = 0; lane < lane_count; ++lane) {
            const entt::entity who = home.characters[static_cast<std::size_t>(lane)];
            if (home.is_active(lane)) {
                ++characters;
                const character* at = registry.try_get<character>(who);
                if (!registry.valid(who) || at == nullptr || at->block != e || at->lane != lane) {
                    return "who has a lane lives in it";
                }
            }
        }
        ++counts[home.kind.get()];
        if (std::popcount(home.active) < lane_count) {
            open[{home.kind.get(), home.level}].insert(e);
        }
    }
    if (characters != registry.storage<character>().size() || index.kinds.size() != counts.size()) {
        return "as many characters and kinds are listed as there are";
    }
    for (const auto& [kind, of_kind] : index.kinds) {
        if (of_kind.count != counts[kind]) {
            return "blocks of a kind are counted";
        }
        for (std::int32_t level = 0; level <= frozen_level; ++level) {
            const open_list& list = of_kind.open[static_cast<std::size_t>(level)];
            std::set<entt::entity> listed;
            entt::entity before = entt::null;
            for (entt::entity e = list.first; e != entt::null;
                 e = registry.get<block_place>(e).after) {
                if (registry.get<block_place>(e).before != before || !listed.insert(e).second) {
                    return "lists of blocks with free lanes are linked";
                }
                before = e;
            }
            if (list.last != before || listed != open[{kind, level}]) {
                return "blocks with free lanes are listed";
            }
        }
    }
    return {};
}

} // namespace jounce::test

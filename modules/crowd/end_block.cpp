#include <jounce/modules/crowd/end_block.hpp>

#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/solver_list.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace jounce {
namespace {

void unlist(entt::registry& registry, crowd_index& index, entt::entity e) {
    const block& home = registry.get<block>(e);
    block_place& place = registry.get<block_place>(e);
    const auto same = index.kinds.find(home.kind.get());
    if (home.active != all_lanes) {
        remove(registry, same->second.open[static_cast<std::size_t>(home.level)], e);
    }
    if (--same->second.count == 0) {
        index.kinds.erase(same);
    }
    // The last of the visited blocks takes its place: no list is searched or moved up.
    const std::size_t hole = place.visited;
    index.blocks[hole] = index.blocks.back();
    registry.get<block_place>(index.blocks[hole]).visited = hole;
    index.blocks.pop_back();
    place.visited = block_place::nowhere;
}

void give_back(entt::registry& registry, crowd_index& index, entt::entity e, const void* kept) {
    std::array<entt::entity, lane_count> characters{};
    std::uint32_t active = 0;
    if (block* home = registry.try_get<block>(e)) {
        characters = home->characters;
        active = home->active;
        home->active = 0; // characters that leave now need not update it
    }
    if (block_place* place = registry.try_get<block_place>(e)) {
        place->slot = {};
    }
    // Of all solvers: whose block it was may be unknown by now.
    const auto remove = [&](std::span<const block_component> list) {
        for (const block_component& one : list) {
            one.remove(registry, e, kept);
        }
    };
    remove(read_components());
    remove(written_components());
    for (const solver* of : registry.ctx().get<solver_list>().all) {
        remove(of->components);
    }
    if (auto& blocks = registry.storage<block>(); &blocks != kept) {
        blocks.remove(e);
    }
    for (; active != 0; active &= active - 1) {
        const entt::entity who = characters[static_cast<std::size_t>(std::countr_zero(active))];
        if (const character* at = registry.try_get<character>(who);
            at != nullptr && at->block == e) {
            registry.remove<character>(who);
        }
    }
    index.ended.push_back(e);
    ++index.epoch;
}

} // namespace

bool is_listed(const entt::registry& registry, const crowd_index& index, entt::entity e) {
    const block_place* place = registry.try_get<block_place>(e);
    return place != nullptr && place->visited < index.blocks.size() &&
           index.blocks[place->visited] == e;
}

open_list& open_list_of(crowd_index& index, const block& home) {
    return index.kinds.find(home.kind.get())->second.open[static_cast<std::size_t>(home.level)];
}

void leave(entt::registry& registry, crowd_index& index, entt::entity e, int lane) {
    registry.get<block_place>(e).left |= 1U << lane;
    index.has_left_lanes = true;
}

void vacate(entt::registry& registry, crowd_index& index, const character& at) {
    block& home = registry.get<block>(at.block);
    if (home.active == all_lanes) {
        append(registry, open_list_of(index, home), at.block);
    }
    home.active &= ~(1U << at.lane);
    ++index.epoch;
    if (home.active == 0) {
        end_block(registry, index, at.block);
    } else {
        leave(registry, index, at.block, at.lane);
    }
}

void end_block(entt::registry& registry, crowd_index& index, entt::entity e, const void* kept) {
    unlist(registry, index, e);
    give_back(registry, index, e, kept);
}

void take_apart(entt::registry& registry, crowd_index& index, entt::entity e) {
    if (block_place* place = registry.try_get<block_place>(e)) {
        place->visited = block_place::nowhere;
    }
    give_back(registry, index, e, nullptr);
}

void destroy_ended(entt::registry& registry, crowd_index& index) {
    for (const entt::entity e : index.ended) {
        // Its id may be somebody else's by now: the host destroyed it, or cleared the registry.
        if (registry.valid(e) && registry.all_of<block_place>(e) && !registry.all_of<block>(e)) {
            registry.destroy(e);
        }
    }
    index.ended.clear();
}

} // namespace jounce

#include <jounce/modules/crowd/open_crowd.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/end_block.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/systems/block_system.hpp>

#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace jounce {
namespace {

constexpr const char* running_rule = "a character or block was destroyed while a pipeline runs: "
                                     "collect what is to go and destroy it "
                                     "when run has returned";
constexpr const char* copy_rule =
    "a character component was copied or made by hand: its lane is another character's; call spawn";

// Listeners. EnTT calls them in the middle of its own work, with some storages empty already, so they
// destroy no entity and make no storage. A block is whole or gone: whatever it loses first ends it.

/// Whether the lists may change; if not, they are put right when the frame is over.
bool may_change(crowd_index& index) {
    const bool running = index.running;
    JOUNCE_ASSERT(!running, running_rule);
    if (running) {
        index.is_disturbed = true;
    }
    return !running;
}

void on_character_gone(entt::registry& registry, entt::entity who) {
    crowd_index* index = registry.ctx().find<crowd_index>();
    if (index != nullptr && is_character(registry, who) && may_change(*index)) {
        vacate(registry, *index, character(registry.get<character>(who)));
    }
}

void on_character_made(entt::registry& registry, entt::entity who) {
    const bool is_ours = is_character(registry, who);
    JOUNCE_ASSERT(is_ours, copy_rule);
    crowd_index* index = registry.ctx().find<crowd_index>();
    if (!is_ours && index != nullptr) {
        index->is_disturbed = true;
    }
}

void on_part_gone(entt::registry& registry, entt::entity e, const void* storage) {
    crowd_index* index = registry.ctx().find<crowd_index>();
    if (index != nullptr && is_listed(registry, *index, e) && may_change(*index)) {
        end_block(registry, *index, e, storage);
    }
}

void on_mark(entt::registry& registry, entt::entity) {
    if (crowd_index* index = registry.ctx().find<crowd_index>()) {
        index->link.get()->registry = &registry;
    }
}

void connect(entt::registry& registry, crowd_index& index) {
    registry.on_construct<character>().connect<&on_character_made>();
    registry.on_update<character>().connect<&on_character_made>();
    registry.on_destroy<character>().connect<&on_character_gone>();
    context<part_listener>(registry).gone = &on_part_gone;
    registry.on_destroy<block_place>().connect<&tell_part_gone<block_place>>();
    registry.on_destroy<block>().connect<&tell_part_gone<block>>();
    const auto listen = [&](std::span<const block_component> list) {
        for (const block_component& one : list) {
            one.listen(registry);
        }
    };
    listen(read_components());
    listen(written_components());
    for (const solver* of : context<solver_list>(registry).all) {
        listen(of->components);
    }
    registry.on_construct<registry_mark>().connect<&on_mark>();
    auto link = std::make_shared<crowd_link>();
    link->registry = &registry;
    link->mark = &registry.storage<registry_mark>();
    index.link.reset(std::move(link));
}

bool is_whole(const entt::registry& registry, entt::entity e) {
    const block* home = registry.try_get<block>(e);
    if (home == nullptr || !registry.all_of<block_place>(e)) {
        return false;
    }
    bool whole = true;
    each_component(*home->solver, *home->kind,
                   [&](const block_component& one) { whole = whole && one.has(registry, e); });
    return whole;
}

/// Frees lanes whose characters were removed without notice.
void free_lost_lanes(entt::registry& registry, crowd_index& index, entt::entity e, block& home) {
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const entt::entity who = home.characters[static_cast<std::size_t>(lane)];
        const character* at = registry.try_get<character>(who);
        if (at == nullptr || at->block != e || at->lane != lane) {
            home.active &= ~(1U << lane);
            leave(registry, index, e, lane);
        }
    }
}

/// Rebuilds the lists from the blocks that are complete.
void put_right(entt::registry& registry, crowd_index& index) {
    const std::vector<entt::entity> before = std::exchange(index.blocks, {});
    index.kinds.clear();
    ++index.epoch;
    for (const entt::entity e : before) {
        if (!is_whole(registry, e)) {
            take_apart(registry, index, e);
            continue;
        }
        block& home = registry.get<block>(e);
        free_lost_lanes(registry, index, e, home);
        if (home.active == 0) {
            take_apart(registry, index, e);
            continue;
        }
        registry.get<block_place>(e).visited = index.blocks.size();
        index.blocks.push_back(e);
        kind_blocks& same = index.kinds[home.kind.get()];
        ++same.count;
        if (home.active != all_lanes) {
            append(registry, same.open[static_cast<std::size_t>(home.level)], e);
        }
    }
    std::vector<entt::entity> homeless;
    for (const entt::entity who : registry.view<const character>()) {
        if (!is_character(registry, who)) {
            homeless.push_back(who);
        }
    }
    for (const entt::entity who : homeless) {
        registry.remove<character>(who);
    }
}

} // namespace

crowd_index& open_crowd(entt::registry& registry) {
    crowd_index& index = context<crowd_index>(registry);
    if (index.link.get() == nullptr) {
        connect(registry, index);
    }
    if (!index.running) {
        if (index.is_disturbed.exchange(false)) {
            put_right(registry, index);
        }
        destroy_ended(registry, index);
    }
    return index;
}

entt::registry* find_registry(crowd_link& link) {
    if (link.registry != nullptr) {
        // Only listeners are told which registry a storage belongs to. Any id will do: the storage is
        // empty before and after, and no entity is involved.
        link.mark->emplace(entt::entity{});
        link.mark->erase(entt::entity{});
    }
    return link.registry;
}

} // namespace jounce

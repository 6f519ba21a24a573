#include <jounce/modules/crowd/spawn.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/change_rate.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/end_block.hpp>
#include <jounce/modules/crowd/idle_lanes.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/stable/separate.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace jounce {
namespace {

constexpr const char* structure_rule =
    "characters may be spawned, despawned, compacted and given a level of detail only between "
    "frames, not while a pipeline runs";

std::size_t at_level(std::int32_t level) { return static_cast<std::size_t>(level); }

/// The block of a kind and level that has had a free lane for longest, or null.
entt::entity find_open(const crowd_index& index, const character_kind* kind, std::int32_t level) {
    const auto found = index.kinds.find(kind);
    return found != index.kinds.end() ? found->second.open[at_level(level)].first
                                      : entt::entity{entt::null};
}

entt::entity add_block(entt::registry& registry, crowd_index& index,
                       std::shared_ptr<const character_kind> kind, std::int32_t level) {
    const entt::entity e = registry.create();
    slot_handle slot = context<block_arena>(registry).take(block_bytes(*kind));
    block_data data = make_block_data(*kind, slot);
    data.each([&]<class Component>(Component& component) {
        registry.emplace<Component>(e, std::move(component));
    });
    registry.emplace<control_states>(e, std::move(data.controls));
    if (kind->springs.stable.chains_collide) {
        registry.emplace<separation_grid<float>>(
            e, make_separation_grid<float>(kind->springs.stable.springs.size()));
    }
    block_place& place = registry.emplace<block_place>(e);
    place.visited = index.blocks.size();
    place.slot = std::move(slot);
    index.blocks.push_back(e);
    kind_blocks& same = index.kinds[kind.get()];
    ++same.count;
    append(registry, same.open[at_level(level)], e);
    block& made = registry.emplace<block>(e);
    made.kind = std::move(kind);
    made.level = level;
    return e;
}

void occupy(entt::registry& registry, crowd_index& index, entt::entity e, int lane,
            entt::entity who) {
    block& home = registry.get<block>(e);
    home.characters[static_cast<std::size_t>(lane)] = who;
    home.active |= 1U << lane;
    if (home.active == all_lanes) {
        remove(registry, open_list_of(index, home), e);
    }
}

/// Makes room for the world's colliders in a block that has not been in a frame yet, so that a
/// character that moves there keeps what it knows of them. The others in such a block are new
/// themselves and have met none.
void fit_colliders(entt::registry& registry, entt::entity from, entt::entity to) {
    const block_colliders& source = registry.get<block_colliders>(from);
    block_colliders& target = registry.get<block_colliders>(to);
    if (target.world_version == source.world_version ||
        target.traits.size() >= source.traits.size()) {
        return;
    }
    target.world_version = source.world_version;
    target.traits = source.traits;
    for (lane_vector<lane_collider<float>>* list :
         {&target.frame_start, &target.frame_end, &target.tick_start, &target.tick_end}) {
        list->resize(source.traits.size());
    }
    target.motions.resize(source.traits.size());
    const character_kind& kind = *registry.get<block>(to).kind;
    for (int lane = 0; lane < lane_count; ++lane) {
        rest_lane(target, kind, lane);
    }
}

constexpr std::size_t most_arrays = 16; ///< of one component

void copy_lane(entt::registry& registry, entt::entity from, int from_lane, entt::entity to,
               int to_lane) {
    fit_colliders(registry, from, to);
    // A character that has never been in a frame has not met the world's colliders: neither it nor
    // the one who was here before it has a past with them.
    rest_lane(registry.get<block_colliders>(to), *registry.get<block>(to).kind, to_lane);
    each_lane_component(registry, from, [&]<class Component>(Component& source) {
        std::array<std::span<lane<float>>, most_arrays> targets;
        std::size_t arrays = 0;
        visit_lanes(registry.get<Component>(to), [&](std::span<lane<float>> lanes) {
            JOUNCE_ASSERT(arrays < most_arrays, "a component has more arrays: raise most_arrays");
            targets[arrays++] = lanes;
        });
        arrays = 0;
        visit_lanes(source, [&](std::span<lane<float>> lanes) {
            const std::span<lane<float>> target = targets[arrays++];
            const std::size_t count = std::min(lanes.size(), target.size());
            for (std::size_t i = 0; i < count; ++i) {
                target[i].v[to_lane] = lanes[i].v[from_lane];
            }
        });
    });
    registry.get<control_states>(to).lanes[static_cast<std::size_t>(to_lane)] =
        registry.get<control_states>(from).lanes[static_cast<std::size_t>(from_lane)];
    const palette& source = registry.get<palette>(from);
    palette& target = registry.get<palette>(to);
    std::copy_n(source.lane_rows(from_lane), source.rows_per_lane(),
                target.rows.begin() + to_lane * target.lane_stride());
}

/// Moves characters out of the emptiest blocks into the free lanes of the fullest.
std::size_t compact_group(entt::registry& registry, crowd_index& index,
                          std::vector<entt::entity> open) {
    const auto load = [&](entt::entity e) { return std::popcount(registry.get<block>(e).active); };
    std::stable_sort(open.begin(), open.end(),
                     [&](entt::entity a, entt::entity b) { return load(a) > load(b); });
    std::size_t moved = 0;
    std::size_t first = 0;
    std::size_t last = open.size();
    while (first + 1 < last) {
        const entt::entity to = open[first];
        const entt::entity from = open[last - 1];
        block& source = registry.get<block>(from);
        if (registry.get<block>(to).active == all_lanes) {
            ++first;
        } else if (source.active == 0) {
            end_block(registry, index, from);
            --last;
        } else {
            const int from_lane = std::countr_zero(source.active);
            const int to_lane = std::countr_one(registry.get<block>(to).active);
            const entt::entity who = source.characters[static_cast<std::size_t>(from_lane)];
            copy_lane(registry, from, from_lane, to, to_lane);
            source.active &= ~(1U << from_lane);
            leave(registry, index, from, from_lane);
            registry.get<character>(who) = {to, to_lane};
            occupy(registry, index, to, to_lane, who);
            ++moved;
        }
    }
    for (std::size_t i = first; i < last; ++i) {
        if (registry.get<block>(open[i]).active == 0) {
            end_block(registry, index, open[i]);
        }
    }
    return moved;
}

} // namespace

entt::entity spawn(entt::registry& registry, std::shared_ptr<const character_kind> kind) {
    const placement at = kind != nullptr ? natural_placement(kind->rig) : placement{};
    return spawn(registry, std::move(kind), at);
}

entt::entity spawn(entt::registry& registry, std::shared_ptr<const character_kind> kind,
                   const placement& at) {
    crowd_index& index = open_crowd(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    JOUNCE_ASSERT(kind != nullptr, "a character needs a kind: pass what make_kind returned");
    if (index.running || kind == nullptr) {
        return entt::null;
    }
    entt::entity home = find_open(index, kind.get(), 0);
    const bool is_new = home == entt::null;
    if (is_new) {
        home = add_block(registry, index, std::move(kind), 0);
    }
    const int lane = std::countr_one(registry.get<block>(home).active);
    const entt::entity who = registry.create();
    if (!is_new) {
        rest_all(registry, home, lane);
        registry.get<control_states>(home).lanes[static_cast<std::size_t>(lane)] = {};
    }
    occupy(registry, index, home, lane, who);
    registry.emplace<placement>(who, at);
    registry.emplace<character>(who, character{home, lane}); // listeners find it in its lane
    return who;
}

bool despawn(entt::registry& registry, entt::entity who) {
    crowd_index& index = open_crowd(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    if (index.running || !is_character(registry, who)) {
        return false;
    }
    registry.destroy(who); // a listener frees its lane, as for those whom the host destroys
    destroy_ended(registry, index);
    return true;
}

bool set_level(entt::registry& registry, entt::entity who, std::int32_t level) {
    crowd_index& index = open_crowd(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    JOUNCE_ASSERT(level >= 0 && level <= frozen_level, "levels of detail go from 0 to 3");
    if (index.running || level < 0 || level > frozen_level || !is_character(registry, who)) {
        return false;
    }
    const character from = registry.get<character>(who);
    const std::int32_t before = registry.get<block>(from.block).level;
    std::shared_ptr<const character_kind> kind = registry.get<block>(from.block).kind;
    if (kind->springs.solver != solver_kind::stable) {
        return false;
    }
    if (level == before) {
        return true;
    }
    entt::entity to = find_open(index, kind.get(), level);
    if (to == entt::null) {
        to = add_block(registry, index, kind, level);
    }
    const int lane = std::countr_one(registry.get<block>(to).active);
    copy_lane(registry, from.block, from.lane, to, lane);
    occupy(registry, index, to, lane, who);
    registry.get<character>(who) = {to, lane};
    vacate(registry, index, from);
    destroy_ended(registry, index);
    stable_state& springs = registry.get<stable_state>(to);
    if (before == frozen_level) {
        rest_lane(springs, *kind, lane);
        rest_lane(registry.get<frame_environment>(to), *kind, lane);
    } else if (level != frozen_level) {
        change_rate(kind->springs.stable, context<frame_clock>(registry), before, level, springs,
                    lane);
    }
    return true;
}

std::size_t compact(entt::registry& registry) {
    crowd_index& index = open_crowd(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    if (index.running) {
        return 0;
    }
    // Copied: compacting edits the lists. In the order of blocks, not of pointers, so that the same
    // history gives the same placement.
    std::vector<std::vector<entt::entity>> groups;
    std::unordered_set<const character_kind*> seen;
    for (const entt::entity e : index.blocks) {
        const character_kind* kind = registry.get<block>(e).kind.get();
        if (!seen.insert(kind).second) {
            continue;
        }
        for (const open_list& open : index.kinds.find(kind)->second.open) {
            std::vector<entt::entity>& group = groups.emplace_back();
            for (entt::entity next = open.first; next != entt::null;
                 next = registry.get<block_place>(next).after) {
                group.push_back(next);
            }
        }
    }
    std::size_t moved = 0;
    for (std::vector<entt::entity>& open : groups) {
        moved += compact_group(registry, index, std::move(open));
    }
    destroy_ended(registry, index);
    ++index.epoch;
    return moved;
}

} // namespace jounce

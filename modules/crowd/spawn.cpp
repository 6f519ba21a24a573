#include <jounce/modules/crowd/spawn.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/end_block.hpp>
#include <jounce/modules/crowd/idle_lanes.hpp>
#include <jounce/modules/crowd/open_blocks.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/systems/block_system.hpp>

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

entt::entity add_block(entt::registry& registry, crowd_index& index, const solver& of,
                       std::shared_ptr<const character_kind> kind, std::int32_t level) {
    const entt::entity e = registry.create();
    slot_handle slot = context<block_arena>(registry).take(slot_bytes(of, *kind));
    add_components(registry, e, of, *kind, slot);
    block_place& place = registry.emplace<block_place>(e);
    place.visited = index.blocks.size();
    place.slot = std::move(slot);
    index.blocks.push_back(e);
    kind_blocks& same = index.kinds[kind.get()];
    ++same.count;
    append(registry, same.open[at_level(level)], e);
    block& made = registry.emplace<block>(e);
    made.kind = std::move(kind);
    made.solver = &of;
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

constexpr std::size_t most_arrays = 16; ///< of one component

void copy_lane(entt::registry& registry, const character& from, const character& to) {
    const solver& of = *registry.get<block>(from.block).solver;
    if (of.colliders != nullptr) {
        of.colliders->fit_like(registry, from, to);
    }
    each_component(registry, from.block, [&](const block_component& one) {
        if (one.visit == nullptr) {
            return;
        }
        std::array<std::span<lane<float>>, most_arrays> targets;
        std::size_t arrays = 0;
        one.visit(registry, to.block, [&](std::span<lane<float>> lanes) {
            JOUNCE_ASSERT(arrays < most_arrays, "a component has more arrays: raise most_arrays");
            targets[arrays++] = lanes;
        });
        arrays = 0;
        one.visit(registry, from.block, [&](std::span<lane<float>> lanes) {
            const std::span<lane<float>> target = targets[arrays++];
            const std::size_t count = std::min(lanes.size(), target.size());
            for (std::size_t i = 0; i < count; ++i) {
                target[i].v[to.lane] = lanes[i].v[from.lane];
            }
        });
    });
    registry.get<control_states>(to.block).lanes[static_cast<std::size_t>(to.lane)] =
        registry.get<control_states>(from.block).lanes[static_cast<std::size_t>(from.lane)];
    const palette& source = registry.get<palette>(from.block);
    palette& target = registry.get<palette>(to.block);
    std::copy_n(source.lane_rows(from.lane), source.rows_per_lane(),
                target.rows.begin() + to.lane * target.lane_stride());
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
            copy_lane(registry, {from, from_lane}, {to, to_lane});
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
        const solver* of = find_solver(registry, kind->springs.solver);
        JOUNCE_ASSERT(of != nullptr, "the registry does not know the solver of this kind: call "
                                     "add_solver before spawn");
        if (of == nullptr) {
            return entt::null;
        }
        home = add_block(registry, index, *of, std::move(kind), 0);
    }
    const int lane = std::countr_one(registry.get<block>(home).active);
    const entt::entity who = registry.create();
    if (!is_new) {
        rest_all(registry, home, lane);
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
    registry.destroy(who); // a listener frees its lane, as for characters that the host destroys
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
    const solver& of = *registry.get<block>(from.block).solver;
    if (of.levels == nullptr) {
        return false;
    }
    if (level == before) {
        return true;
    }
    entt::entity to = find_open(index, kind.get(), level);
    if (to == entt::null) {
        to = add_block(registry, index, of, kind, level);
    }
    const int lane = std::countr_one(registry.get<block>(to).active);
    copy_lane(registry, from, {to, lane});
    occupy(registry, index, to, lane, who);
    registry.get<character>(who) = {to, lane};
    vacate(registry, index, from);
    destroy_ended(registry, index);
    if (of.levels->changed != nullptr) {
        of.levels->changed(registry, {to, lane}, before, level);
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

#include <jounce/modules/pipeline/crowd.hpp>

#include <jounce/components/assert.hpp>
#include <jounce/components/block_data.hpp>
#include <jounce/modules/pipeline/character_access.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace jounce {
namespace {

constexpr std::uint32_t all_lanes = (1U << lane_count) - 1U;
constexpr const char* structure_rule =
    "characters may be spawned, despawned and compacted only between frames, not while a pipeline "
    "runs";

crowd_index& index_of(entt::registry& registry) {
    crowd_index* index = registry.ctx().find<crowd_index>();
    return index != nullptr ? *index : registry.ctx().emplace<crowd_index>();
}

/// Calls `work` with every lane component of a block.
template <class Work> void each_component(entt::registry& registry, entt::entity e, Work&& work) {
    work(registry.get<local_pose>(e));
    work(registry.get<rigid_pose>(e));
    work(registry.get<springs>(e));
    work(registry.get<dynamic_pose>(e));
    work(registry.get<bone_transforms>(e));
    work(registry.get<palette>(e));
}

void rest_all(entt::registry& registry, entt::entity e, int lane) {
    const archetype& kind = *registry.get<block>(e).kind;
    each_component(registry, e, [&](auto& component) { rest_lane(component, kind, lane); });
}

entt::entity add_block(entt::registry& registry, crowd_index& index,
                       std::shared_ptr<const archetype> kind) {
    const entt::entity e = registry.create();
    block_data data = make_block_data(*kind);
    registry.emplace<local_pose>(e, std::move(data.local));
    registry.emplace<rigid_pose>(e, std::move(data.rigid));
    registry.emplace<springs>(e, std::move(data.springs));
    registry.emplace<dynamic_pose>(e, std::move(data.dynamic));
    registry.emplace<bone_transforms>(e, std::move(data.transforms));
    registry.emplace<palette>(e, std::move(data.palette));
    index.open[kind.get()].push_back(e);
    index.blocks.push_back(e);
    registry.emplace<block>(e).kind = std::move(kind);
    return e;
}

void remove_from(std::vector<entt::entity>& list, entt::entity e) {
    list.erase(std::remove(list.begin(), list.end(), e), list.end());
}

void remove_block(entt::registry& registry, crowd_index& index, entt::entity e) {
    const archetype* kind = registry.get<block>(e).kind.get();
    const auto open = index.open.find(kind);
    if (open != index.open.end()) {
        remove_from(open->second, e);
        if (open->second.empty()) {
            index.open.erase(open);
        }
    }
    remove_from(index.blocks, e);
    registry.destroy(e);
}

void occupy(entt::registry& registry, crowd_index& index, entt::entity e, int lane,
            entt::entity who) {
    block& home = registry.get<block>(e);
    home.characters[static_cast<std::size_t>(lane)] = who;
    home.active |= 1U << lane;
    if (home.active == all_lanes) {
        const auto open = index.open.find(home.kind.get());
        remove_from(open->second, e);
        if (open->second.empty()) {
            index.open.erase(open);
        }
    }
}

void copy_lane(entt::registry& registry, entt::entity from, int from_lane, entt::entity to,
               int to_lane) {
    const auto copy = [&]<class Component>(const Component* /*kind of component*/) {
        Component& target = registry.get<Component>(to);
        std::vector<std::span<lane<float>>> targets;
        visit_lanes(target, [&](std::span<lane<float>> lanes) { targets.push_back(lanes); });
        std::size_t array = 0;
        visit_lanes(registry.get<Component>(from), [&](std::span<lane<float>> lanes) {
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                targets[array][i].v[to_lane] = lanes[i].v[from_lane];
            }
            ++array;
        });
    };
    copy(static_cast<const local_pose*>(nullptr));
    copy(static_cast<const rigid_pose*>(nullptr));
    copy(static_cast<const springs*>(nullptr));
    copy(static_cast<const dynamic_pose*>(nullptr));
    copy(static_cast<const bone_transforms*>(nullptr));
    const palette& source = registry.get<palette>(from);
    palette& target = registry.get<palette>(to);
    std::copy_n(source.lane_rows(from_lane), source.rows_per_lane(),
                target.rows.begin() + std::ptrdiff_t{to_lane} * target.rows_per_lane());
}

/// Moves characters out of the emptiest blocks into the free lanes of the fullest.
std::size_t compact_kind(entt::registry& registry, crowd_index& index,
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
            remove_block(registry, index, from);
            --last;
        } else {
            const int from_lane = std::countr_zero(source.active);
            const int to_lane = std::countr_one(registry.get<block>(to).active);
            const entt::entity who = source.characters[static_cast<std::size_t>(from_lane)];
            copy_lane(registry, from, from_lane, to, to_lane);
            source.active &= ~(1U << from_lane);
            registry.get<character>(who) = {to, to_lane};
            occupy(registry, index, to, to_lane, who);
            ++moved;
        }
    }
    for (std::size_t i = first; i < last; ++i) {
        if (registry.get<block>(open[i]).active == 0) {
            remove_block(registry, index, open[i]);
        }
    }
    return moved;
}

} // namespace

entt::entity spawn(entt::registry& registry, std::shared_ptr<const archetype> kind) {
    crowd_index& index = index_of(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    JOUNCE_ASSERT(kind != nullptr, "a character needs a kind: pass what make_archetype returned");
    if (index.running || kind == nullptr) {
        return entt::null;
    }
    const auto open = index.open.find(kind.get());
    const entt::entity home = open != index.open.end()
                                  ? open->second.front()
                                  : add_block(registry, index, std::move(kind));
    const int lane = std::countr_one(registry.get<block>(home).active);
    const entt::entity who = registry.create();
    registry.emplace<character>(who, character{home, lane});
    rest_all(registry, home, lane);
    occupy(registry, index, home, lane, who);
    return who;
}

bool despawn(entt::registry& registry, entt::entity who) {
    crowd_index& index = index_of(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    if (index.running || !is_character(registry, who)) {
        return false;
    }
    const character at = registry.get<character>(who);
    block& home = registry.get<block>(at.block);
    if (home.active == all_lanes) {
        index.open[home.kind.get()].push_back(at.block);
    }
    home.active &= ~(1U << at.lane);
    registry.destroy(who);
    ++index.epoch;
    if (home.active == 0) {
        remove_block(registry, index, at.block);
    } else {
        rest_all(registry, at.block, at.lane); // idle lanes are computed too: keep them harmless
    }
    return true;
}

std::size_t compact(entt::registry& registry) {
    crowd_index& index = index_of(registry);
    JOUNCE_ASSERT(!index.running, structure_rule);
    if (index.running) {
        return 0;
    }
    // Copied: compacting a kind edits the map. In the order of blocks, not of pointers, so that the
    // same history gives the same placement.
    std::vector<std::vector<entt::entity>> kinds;
    std::vector<const archetype*> seen;
    for (const entt::entity e : index.blocks) {
        const archetype* kind = registry.get<block>(e).kind.get();
        const auto open = index.open.find(kind);
        if (open != index.open.end() && std::find(seen.begin(), seen.end(), kind) == seen.end()) {
            seen.push_back(kind);
            kinds.push_back(open->second);
        }
    }
    std::size_t moved = 0;
    for (std::vector<entt::entity>& open : kinds) {
        moved += compact_kind(registry, index, std::move(open));
    }
    ++index.epoch;
    return moved;
}

} // namespace jounce

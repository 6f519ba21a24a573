#include <jounce/modules/crowd/snapshot.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/mix_hash.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/systems/animation/advance_clips.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace jounce {
namespace {

constexpr const char* snapshot_rule = "snapshots are taken and restored between frames";

/// Calls `visit` with every array of a block that the next frame reads, colliders apart.
void each_state_array(const entt::registry& registry, entt::entity e, lane_reader visit) {
    each_component(registry, e, [&](const block_component& one) {
        if (one.read != nullptr && one.is_saved) {
            one.read(registry, e, visit);
        }
    });
}

kind_shape shape_of(const entt::registry& registry, entt::entity e) {
    const block& home = registry.get<block>(e);
    kind_shape out;
    out.bones = static_cast<std::uint32_t>(home.kind->rig.parents.size());
    out.springs = static_cast<std::uint32_t>(home.solver->springs(*home.kind));
    out.colliders = static_cast<std::uint32_t>(home.kind->springs.stable.colliders.size() +
                                               home.kind->springs.vrm.colliders.size());
    out.solver = empty_hash;
    for (const char one : home.solver->id.name) {
        mix(out.solver, static_cast<unsigned char>(one));
    }
    out.arrays = empty_hash;
    each_state_array(registry, e,
                     [&](std::span<const lane<float>> all) { mix(out.arrays, all.size()); });
    return out;
}

/// Numbers of what a character remembers of the world's colliders.
std::size_t collider_values(const block& home, std::size_t in_world) {
    const collider_hooks* hooks = home.solver->colliders;
    return hooks != nullptr ? hooks->count(*home.kind, in_world) : 0;
}

std::size_t values_of(const entt::registry& registry, entt::entity e, std::size_t in_world) {
    std::size_t count = collider_values(registry.get<block>(e), in_world);
    each_state_array(registry, e, [&](std::span<const lane<float>> all) { count += all.size(); });
    return count;
}

void read_lane(const entt::registry& registry, const character& at, std::size_t in_world,
               std::vector<float>& to) {
    each_state_array(registry, at.block, [&](std::span<const lane<float>> all) {
        for (const lane<float>& value : all) {
            to.push_back(value.v[at.lane]);
        }
    });
    if (const collider_hooks* hooks = registry.get<block>(at.block).solver->colliders) {
        hooks->save(registry, at, in_world, to);
    }
}

/// @pre the block has room for all colliders
void write_lane(entt::registry& registry, const character& at, std::size_t in_world,
                const float* next) {
    const auto write = [&](std::span<lane<float>> all) {
        for (lane<float>& value : all) {
            value.v[at.lane] = *next++;
        }
    };
    each_component(registry, at.block, [&](const block_component& one) {
        if (one.visit != nullptr && one.is_saved) {
            one.visit(registry, at.block, write);
        }
    });
    if (const collider_hooks* hooks = registry.get<block>(at.block).solver->colliders) {
        hooks->load(registry, at, in_world, next);
    }
}

bool is_same_list(const snapshot& from, const world_collider_list& world) {
    return std::equal(from.colliders.begin(), from.colliders.end(), world.all.begin(),
                      world.all.end(), [](const auto& a, const auto& b) {
                          return a.source == b.source && a.traits.shape == b.body.shape &&
                                 a.traits.inside == b.body.inside &&
                                 a.traits.groups == b.body.groups;
                      });
}

/// The blocks' positions of colliders belong to the list of the frame before; the snapshot's to
/// another one. Where things are now is gathered in the next frame.
void restore_list(const snapshot& from, world_collider_list& world) {
    world.all.resize(from.colliders.size());
    for (std::size_t i = 0; i < world.all.size(); ++i) {
        world_collider_list::entry& to = world.all[i];
        to.source = from.colliders[i].source;
        to.body.shape = from.colliders[i].traits.shape;
        to.body.inside = from.colliders[i].traits.inside;
        to.body.groups = from.colliders[i].traits.groups;
    }
    ++world.version;
}

/// Gives every block room for the list, also blocks that no frame has computed yet. Characters that
/// are not in the snapshot have no history with the new colliders.
void fit_blocks(entt::registry& registry, const world_collider_list& world) {
    for (const auto [e, home] : registry.view<const block>().each()) {
        if (home.solver->colliders != nullptr) {
            home.solver->colliders->fit(registry, e, world);
        }
    }
}

std::optional<error> find_fault(const entt::registry& registry, const snapshot& from) {
    for (const snapshot::character_state& state : from.characters) {
        const std::string who = std::to_string(entt::to_integral(state.who));
        if (state.first > from.values.size() || state.count > from.values.size() - state.first) {
            return error{errors::bad_snapshot, "character " + who + " has numbers beyond the end"};
        }
        if (state.level > frozen_level) {
            return error{errors::bad_snapshot,
                         "character " + who + " has no level of detail from 0 to 3"};
        }
        if (!is_character(registry, state.who)) {
            continue;
        }
        const entt::entity home = registry.get<character>(state.who).block;
        if (!(state.shape == shape_of(registry, home))) {
            return error{errors::kind_mismatch,
                         "character " + who +
                             " is of a kind with other numbers of bones, springs "
                             "or colliders than in the snapshot"};
        }
        if (state.count != values_of(registry, home, from.colliders.size())) {
            return error{errors::bad_snapshot,
                         "character " + who + " has not as many numbers as its kind needs"};
        }
    }
    return std::nullopt;
}

} // namespace

snapshot take_snapshot(const entt::registry& registry) {
    snapshot out;
    take_snapshot(registry, out);
    return out;
}

void take_snapshot(const entt::registry& registry, snapshot& reuse) {
    reuse.colliders.clear();
    reuse.characters.clear();
    reuse.values.clear();
    const crowd_index* index = registry.ctx().find<crowd_index>();
    const bool busy = index != nullptr && index->running;
    JOUNCE_ASSERT(!busy, snapshot_rule);
    const frame_clock* clock = registry.ctx().find<frame_clock>();
    reuse.clock = clock != nullptr ? *clock : frame_clock{};
    if (busy || index == nullptr) {
        return;
    }
    if (const world_collider_list* world = registry.ctx().find<world_collider_list>()) {
        for (const world_collider_list::entry& one : world->all) {
            reuse.colliders.push_back(
                {one.source, {one.body.shape, one.body.inside, one.body.groups}, one.at});
        }
    }
    for (const auto [who, at] : registry.view<const character>().each()) {
        if (!is_character(registry, who)) {
            continue; // its block went in the last frame
        }
        snapshot::character_state state;
        state.who = who;
        const block& home = registry.get<block>(at.block);
        state.shape = shape_of(registry, at.block);
        state.level = static_cast<std::uint8_t>(home.level);
        state.control = control_state_of(registry, who);
        if (const spring_control* control = registry.try_get<spring_control>(who)) {
            state.teleport = control->teleport;
            state.reset = control->reset;
        }
        if (const clip_player* player = registry.try_get<clip_player>(who)) {
            state.plays = true;
            state.main_layer = player->main;
            for (std::size_t i = 0; i < clip_layers; ++i) {
                // As the next frame would take them: every number is finite.
                const clip_layer& layer = player->layers[i];
                state.layers[i] = cleaned(layer, clip_of(*player, layer));
            }
        }
        reuse.characters.push_back(state);
    }
    // By handle, so that the same state gives the same bytes wherever the characters live.
    std::sort(reuse.characters.begin(), reuse.characters.end(), [](const auto& a, const auto& b) {
        return entt::to_integral(a.who) < entt::to_integral(b.who);
    });
    for (snapshot::character_state& state : reuse.characters) {
        const character& at = registry.get<character>(state.who);
        state.first = reuse.values.size();
        read_lane(registry, at, reuse.colliders.size(), reuse.values);
        state.count = reuse.values.size() - state.first;
    }
}

result<restore_report> restore(entt::registry& registry, const snapshot& from) {
    if (open_crowd(registry).running) {
        return error{errors::busy, snapshot_rule};
    }
    if (std::optional<error> fault = find_fault(registry, from)) {
        return *std::move(fault);
    }
    world_collider_list& world = context<world_collider_list>(registry);
    if (!is_same_list(from, world)) {
        restore_list(from, world);
    }
    for (std::size_t i = 0; i < world.all.size(); ++i) {
        world.all[i].at = from.colliders[i].at;
    }
    for (const snapshot::character_state& state : from.characters) {
        if (is_character(registry, state.who)) {
            set_level(registry, state.who, state.level); // of solvers that have levels
        }
    }
    fit_blocks(registry, world);
    context<frame_clock>(registry) = from.clock;
    restore_report report;
    for (const snapshot::character_state& state : from.characters) {
        if (!is_character(registry, state.who)) {
            ++report.missing;
            continue;
        }
        const character& at = registry.get<character>(state.who);
        write_lane(registry, at, from.colliders.size(), from.values.data() + state.first);
        control_state_of(registry, state.who) = state.control;
        if (spring_control* control = registry.try_get<spring_control>(state.who)) {
            control->teleport = state.teleport;
            control->reset = state.reset;
        }
        clip_player* player = registry.try_get<clip_player>(state.who);
        if (player != nullptr && state.plays) {
            player->layers = state.layers;
            player->main = state.main_layer;
        }
        ++report.restored;
    }
    report.added = registry.storage<character>().size() - report.restored;
    return report;
}

} // namespace jounce

#include <jounce/modules/crowd/snapshot.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/modules/crowd/block_components.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/systems/animation/advance_clips.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/contact/world_colliders.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace jounce {
namespace {

constexpr std::uint32_t stable_flag = 1; ///< of `kind_shape::flags`
constexpr const char* between_rule = "snapshots are taken and restored between frames";

std::uint32_t count_of(std::size_t size) { return static_cast<std::uint32_t>(size); }

kind_shape shape_of(const character_kind& kind) {
    const basic_stable_set<float>& stable = kind.springs.stable;
    kind_shape out;
    out.bones = count_of(kind.rig.parents.size());
    out.affected = count_of(kind.springs.affected.size());
    out.reference_springs = count_of(kind.springs.springs.size());
    out.stable_springs = count_of(stable.springs.size());
    out.walked = count_of(stable.walk.size());
    out.anchors = count_of(stable.anchors.size());
    out.colliders = count_of(stable.colliders.size());
    out.vrm_springs = count_of(kind.springs.vrm.springs.size());
    out.vrm_bones = count_of(kind.springs.vrm.walk.size());
    out.vrm_colliders = count_of(kind.springs.vrm.colliders.size());
    out.flags = (kind.springs.solver == solver_kind::stable ? stable_flag : 0U) |
                (kind.springs.solver == solver_kind::vrm ? 8U : 0U) |
                (kind.rig.is_affine ? 2U : 0U) | (stable.chains_collide ? 4U : 0U) |
                (keeps_all(kind) ? 0U : 16U);
    return out;
}

constexpr std::size_t numbers_per_collider = sizeof(lane_collider<float>) / sizeof(lane<float>);

/// Calls `visit` with every array of a block that the next frame reads, colliders apart.
template <class Visit>
void each_state_array(entt::registry& registry, entt::entity block, Visit&& visit) {
    each_lane_component(registry, block, [&]<class Component>(Component& component) {
        if constexpr (!std::is_same_v<Component, block_colliders>) {
            visit_lanes(component, visit);
        }
    });
}

/// Where a block's colliders were, at the end of the last frame and of the last tick. All other
/// positions of colliders are written before they are read.
template <class Visit>
void each_collider_list(entt::registry& registry, entt::entity block, Visit&& visit) {
    block_colliders& all = registry.get<block_colliders>(block);
    visit(all.frame_start);
    visit(all.tick_end);
}

/// A collider that nobody has met.
lane_collider<float> nowhere() {
    lane_collider<float> out{};
    for (int i = 0; i < lane_count; ++i) {
        set_lane(out.rotation, i, quat<float>{});
        out.radius.v[i] = no_collider;
        out.radius_b.v[i] = no_collider;
    }
    return out;
}

std::span<lane<float>> numbers_of(lane_collider<float>& one) {
    return {reinterpret_cast<lane<float>*>(&one), numbers_per_collider};
}

/// How many colliders a character of a kind remembers: only those of the stable solver do.
std::size_t colliders_met(const character_kind& kind, std::size_t in_world) {
    const bool is_stable = kind.springs.solver == solver_kind::stable;
    return is_stable ? kind.springs.stable.colliders.size() + in_world : 0;
}

std::size_t values_of(entt::registry& registry, entt::entity e, std::size_t in_world) {
    std::size_t count = 0;
    each_state_array(registry, e, [&](std::span<lane<float>> all) { count += all.size(); });
    const std::size_t met = colliders_met(*registry.get<block>(e).kind, in_world);
    each_collider_list(registry, e, [&](auto&) { count += met * numbers_per_collider; });
    return count;
}

void read_lane(entt::registry& registry, const character& at, std::size_t met,
               std::vector<float>& to) {
    each_state_array(registry, at.block, [&](std::span<lane<float>> all) {
        for (const lane<float>& value : all) {
            to.push_back(value.v[at.lane]);
        }
    });
    each_collider_list(registry, at.block, [&](lane_vector<lane_collider<float>>& list) {
        // A block that no frame has seen yet has no place for the world's.
        lane_collider<float> none = nowhere();
        for (std::size_t i = 0; i < met; ++i) {
            for (const lane<float>& value : numbers_of(i < list.size() ? list[i] : none)) {
                to.push_back(value.v[at.lane]);
            }
        }
    });
}

/// @pre the block has room for all colliders
void write_lane(entt::registry& registry, const character& at, std::size_t met, const float* next) {
    each_state_array(registry, at.block, [&](std::span<lane<float>> all) {
        for (lane<float>& value : all) {
            value.v[at.lane] = *next++;
        }
    });
    each_collider_list(registry, at.block, [&](lane_vector<lane_collider<float>>& list) {
        for (std::size_t i = 0; i < met; ++i) {
            for (lane<float>& value : numbers_of(list[i])) {
                value.v[at.lane] = *next++;
            }
        }
    });
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

/// Gives every block room for the list, also those that no frame has seen yet. Who is not in the
/// snapshot meets the new colliders without a past.
void fit_blocks(entt::registry& registry, const world_collider_list& world) {
    for (const auto [e, home] : registry.view<const block>().each()) {
        if (home.kind->springs.solver == solver_kind::stable) {
            fit_world_colliders(world, home.kind->springs.stable.colliders.size(),
                                registry.get<block_colliders>(e));
        }
    }
}

std::optional<error> find_fault(entt::registry& registry, const snapshot& from) {
    for (const snapshot::character_state& state : from.characters) {
        const std::string who = std::to_string(entt::to_integral(state.who));
        if (state.first > from.values.size() || state.count > from.values.size() - state.first) {
            return error{"bad_snapshot", "character " + who + " has numbers beyond the end"};
        }
        if (state.level > frozen_level) {
            return error{"bad_snapshot",
                         "character " + who + " has no level of detail from 0 to 3"};
        }
        if (!is_character(registry, state.who)) {
            continue;
        }
        const entt::entity home = registry.get<character>(state.who).block;
        if (!(state.shape == shape_of(*registry.get<block>(home).kind))) {
            return error{"kind_mismatch", "character " + who +
                                              " is of a kind with other numbers of bones, springs "
                                              "or colliders than in the snapshot"};
        }
        if (state.count != values_of(registry, home, from.colliders.size())) {
            return error{"bad_snapshot",
                         "character " + who + " has not as many numbers as its kind needs"};
        }
    }
    return std::nullopt;
}

} // namespace

snapshot take_snapshot(entt::registry& registry) {
    snapshot out;
    take_snapshot(registry, out);
    return out;
}

void take_snapshot(entt::registry& registry, snapshot& reuse) {
    reuse.colliders.clear();
    reuse.characters.clear();
    reuse.values.clear();
    const bool busy = open_crowd(registry).running;
    JOUNCE_ASSERT(!busy, between_rule);
    if (busy) {
        return;
    }
    reuse.clock = context<frame_clock>(registry);
    for (const world_collider_list::entry& one : context<world_collider_list>(registry).all) {
        reuse.colliders.push_back({one.source, {one.body.shape, one.body.inside, one.body.groups}});
    }
    for (const auto [who, at] : registry.view<const character>().each()) {
        snapshot::character_state state;
        state.who = who;
        const block& home = registry.get<block>(at.block);
        state.shape = shape_of(*home.kind);
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
        read_lane(registry, at,
                  colliders_met(*registry.get<block>(at.block).kind, reuse.colliders.size()),
                  reuse.values);
        state.count = reuse.values.size() - state.first;
    }
}

result<restore_report> restore(entt::registry& registry, const snapshot& from) {
    if (open_crowd(registry).running) {
        return error{"busy", between_rule};
    }
    if (std::optional<error> fault = find_fault(registry, from)) {
        return *std::move(fault);
    }
    world_collider_list& world = context<world_collider_list>(registry);
    if (!is_same_list(from, world)) {
        restore_list(from, world);
    }
    for (const snapshot::character_state& state : from.characters) {
        if (is_character(registry, state.who) && (state.shape.flags & stable_flag) != 0) {
            set_level(registry, state.who, state.level);
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
        write_lane(registry, at,
                   colliders_met(*registry.get<block>(at.block).kind, from.colliders.size()),
                   from.values.data() + state.first);
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

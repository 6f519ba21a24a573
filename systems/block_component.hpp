#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/lane_slot.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/block/fit_lanes.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace jounce {

/// Refers to a function that is called with each array of lanes of a component. Good for one call.
template <class Lane> class array_visitor {
public:
    /// @pre the function lives until the call is over
    template <class Visit>
    requires(!std::is_same_v<std::remove_cvref_t<Visit>, array_visitor>)
        array_visitor(Visit&& visit) // NOLINT: as a parameter it stands for any function
        : visit_(const_cast<void*>(static_cast<const void*>(std::addressof(visit)))),
          call_([](void* to, std::span<Lane> lanes) {
              (*static_cast<std::remove_reference_t<Visit>*>(to))(lanes);
          }) {}
    /// Calls the function.
    void operator()(std::span<Lane> lanes) const { call_(visit_, lanes); }

private:
    void* visit_;
    void (*call_)(void*, std::span<Lane>);
};
/// Of arrays that may be changed.
using lane_visitor = array_visitor<lane<float>>;
/// Of arrays that are only read.
using lane_reader = array_visitor<const lane<float>>;

/// Called when a block loses a component, during EnTT's own call. In the registry's context.
struct part_listener {
    void (*gone)(entt::registry& registry, entt::entity block, const void* storage) = nullptr;
};

/// One type of component of blocks, for code that treats all types alike: blocks are made and
/// ended, and lanes are put at rest, copied, saved and hashed, by lists of these. Made by
/// `component_of`.
struct block_component {
    std::size_t size = 0; ///< of the component itself, without its arrays
    std::size_t (*bytes)(const character_kind&) = nullptr; ///< that its arrays take of a slot
    void (*add)(entt::registry&, entt::entity, const character_kind&,
                const slot_handle&) = nullptr; ///< all lanes at rest
    /// Unless the storage is `kept`: EnTT is removing it from that one already.
    void (*remove)(entt::registry&, entt::entity, const void* kept) = nullptr;
    bool (*has)(const entt::registry&, entt::entity) = nullptr;
    void (*listen)(entt::registry&) = nullptr; ///< from now on `part_listener` is told
    void (*rest)(entt::registry&, entt::entity, const character_kind&, int lane) = nullptr;
    /// Null: it has no numbers in lanes.
    void (*visit)(entt::registry&, entt::entity, lane_visitor) = nullptr;
    void (*read)(const entt::registry&, entt::entity, lane_reader) = nullptr; ///< so is this
    bool (*is_wanted)(const character_kind&) = nullptr; ///< null: by all kinds of the solver
    bool is_output = false; ///< every frame writes it before anything reads it
    bool is_saved = true;   ///< its lanes are in snapshots
    /// Solvers that feel the world list it themselves.
    bool is_of_feeling_solvers = false;
};

/// Whether blocks of a kind have this component.
inline bool is_wanted(const block_component& part, const character_kind& kind) {
    return part.is_wanted == nullptr || part.is_wanted(kind);
}

/// Tells the registry's `part_listener`. EnTT calls it when a block loses this component.
template <class Component> void tell_part_gone(entt::registry& registry, entt::entity block) {
    if (const part_listener* to = registry.ctx().find<part_listener>()) {
        to->gone(registry, block, &registry.storage<Component>());
    }
}

/// The entry of a component with arrays of lanes. Its namespace has
/// `fit_lanes(Component&, const character_kind&, fit)`, `rest_lane(Component&, const character_kind&, lane)`
/// and, unless its arrays hold something else than numbers, `visit_lanes(Component&, visit)`; see
/// components/block/fit_lanes.hpp, rest_lane.hpp and visit_lanes.hpp.
template <class Component> constexpr block_component component_of() {
    block_component out;
    out.size = sizeof(Component);
    out.remove = [](entt::registry& registry, entt::entity block, const void* kept) {
        auto& all = registry.storage<Component>();
        if (&all != kept) {
            all.remove(block);
        }
    };
    out.has = [](const entt::registry& registry, entt::entity block) {
        return registry.all_of<Component>(block);
    };
    out.listen = [](entt::registry& registry) {
        registry.on_destroy<Component>().template connect<&tell_part_gone<Component>>();
    };
    constexpr auto ignore = [](auto&&...) {};
    if constexpr (requires(Component c, const character_kind kind) {
                      fit_lanes(c, kind, ignore);
                  }) {
        out.bytes = [](const character_kind& kind) { return component_bytes<Component>(kind); };
        out.add = [](entt::registry& registry, entt::entity block, const character_kind& kind,
                     const slot_handle& slot) {
            Component made;
            make_component(made, kind, slot);
            registry.emplace<Component>(block, std::move(made));
        };
        out.rest = [](entt::registry& registry, entt::entity block, const character_kind& kind,
                      int lane) { rest_lane(registry.get<Component>(block), kind, lane); };
    }
    if constexpr (requires(Component c) { visit_lanes(c, ignore); }) {
        out.visit = [](entt::registry& registry, entt::entity block, lane_visitor visit) {
            visit_lanes(registry.get<Component>(block), visit);
        };
        out.read = [](const entt::registry& registry, entt::entity block, lane_reader visit) {
            read_lanes(registry.get<Component>(block), visit);
        };
    }
    return out;
}

} // namespace jounce

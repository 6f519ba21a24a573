#include <jounce/modules/crowd/block_components.hpp>

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/components/block/tissue_state.hpp>

#include <array>

namespace jounce {
namespace {

template <class Component> constexpr block_component output_of() {
    block_component out = component_of<Component>();
    out.is_output = true;
    return out;
}

/// Of kinds with flesh, whatever their solver.
template <class Component> constexpr block_component flesh_of() {
    block_component out = component_of<Component>();
    out.is_wanted = [](const character_kind& kind) { return kind.tissue != nullptr; };
    return out;
}

constexpr block_component environment_of_flesh() {
    block_component out = flesh_of<frame_environment>();
    out.is_of_feeling_solvers = true;
    out.is_saved = false; // prepare writes it anew
    return out;
}

constexpr block_component shown_flesh() {
    block_component out = flesh_of<displacements>();
    out.is_output = true;
    return out;
}

} // namespace

std::span<const block_component> read_components() {
    static constexpr std::array all = {component_of<local_pose>(), component_of<control_states>(),
                                       flesh_of<tissue_state>(), environment_of_flesh()};
    return all;
}

std::span<const block_component> written_components() {
    static constexpr std::array all = {output_of<bone_transforms>(), output_of<palette>(),
                                       shown_flesh()};
    return all;
}

std::size_t slot_bytes(const solver& of, const character_kind& kind) {
    std::size_t sum = 0;
    each_component(of, kind, [&](const block_component& one) {
        sum += one.bytes != nullptr ? one.bytes(kind) : 0;
    });
    return sum;
}

void add_components(entt::registry& registry, entt::entity e, const solver& of,
                    const character_kind& kind, const slot_handle& slot) {
    each_component(of, kind, [&](const block_component& one) {
        if (&one == written_components().data()) {
            slot->end_front(); // only this far is worth prefetching
        }
        one.add(registry, e, kind, slot);
    });
}

void visit_lanes(entt::registry& registry, entt::entity e, lane_visitor visit) {
    each_component(registry, e, [&](const block_component& one) {
        if (one.visit != nullptr) {
            one.visit(registry, e, visit);
        }
    });
}

void read_lanes(const entt::registry& registry, entt::entity e, lane_reader visit) {
    each_component(registry, e, [&](const block_component& one) {
        if (one.read != nullptr) {
            one.read(registry, e, visit);
        }
    });
}

} // namespace jounce

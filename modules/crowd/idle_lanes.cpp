#include <jounce/modules/crowd/idle_lanes.hpp>

#include <jounce/components/block/character.hpp>
#include <jounce/modules/crowd/block_components.hpp>

#include <bit>

namespace jounce {
namespace {

/// Components that a frame writes before they are read need no change.
void rest_state(entt::registry& registry, entt::entity e, int lane) {
    const character_kind& kind = *registry.get<block>(e).kind;
    each_component(registry, e, [&](const block_component& one) {
        if (one.rest != nullptr && !one.is_output) {
            one.rest(registry, e, kind, lane);
        }
    });
}

} // namespace

void rest_all(entt::registry& registry, entt::entity e, int lane) {
    const character_kind& kind = *registry.get<block>(e).kind;
    each_component(registry, e, [&](const block_component& one) {
        if (one.rest != nullptr) {
            one.rest(registry, e, kind, lane);
        }
    });
}

void rest_idle_lanes(entt::registry& registry, crowd_index& index) {
    if (!index.has_left_lanes) {
        return;
    }
    index.has_left_lanes = false;
    for (const entt::entity e : index.blocks) {
        block_place& place = registry.get<block_place>(e);
        if (place.left == 0) {
            continue;
        }
        std::uint32_t idle = place.left & ~registry.get<block>(e).active;
        place.left = 0;
        for (; idle != 0; idle &= idle - 1) {
            rest_state(registry, e, std::countr_zero(idle));
        }
    }
}

} // namespace jounce

#include <jounce/systems/tissue/tissue_system.hpp>

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/tissue_lanes.hpp>
#include <jounce/systems/tissue/tissue_collider_hooks.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jounce {

tissue_system::tissue_system(entt::registry& registry)
    : block_system(registry), controls_(registry.view<const tissue_control>()),
      placements_(registry.view<const placement>()),
      world_(&context<world_collider_list>(registry)), clock_(&context<frame_clock>(registry)),
      control_(&context<time_control>(registry)) {}

std::size_t tissue_system::elements(const character_kind& kind) {
    return kind.tissue != nullptr ? static_cast<std::size_t>(kind.tissue->handle_count) : 0;
}

void tissue_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const tissue_set& set = *kind.tissue;
    const block& home = get<const block>(entity);
    tissue_state& state = get<tissue_state>(entity);
    displacements& out = get<displacements>(entity);
    if (home.level >= frozen_level) {
        const lane<float>& known = state.lanes.front().known;
        for (int lane = 0; lane < lane_count; ++lane) {
            if (known.v[lane] != 0) { // it starts again when it wakes
                rest_lane(state, kind, lane);
                rest_lane(out, kind, lane);
            }
        }
        return;
    }
    for (std::uint32_t left = scratch.reset_lanes; left != 0; left &= left - 1) {
        rest_lane(state, kind, std::countr_zero(left));
    }
    const environment_lanes<float>& now = get<const frame_environment>(entity).lanes.front();
    tissue_options<float> options;
    options.level = home.level;
    options.max_ticks = control_->max_ticks;
    options.weight = now.weight;
    options.still = now.still;
    look_up(home, set, options, scratch.faults);
    options.gravity = now.gravity;
    const bone_transforms& bones =
        is_two_way(kind) ? scratch.bones
                         : shown_bones(kind, get<const bone_transforms>(entity), scratch);
    tissue_surroundings around = {*world_, home, placements_, now, scratch};
    if (!world_->all.empty() && set.touch.stiffness > 0) {
        options.surround = [](void* user, const tissue_view<float>& block) {
            add_world_obstacles(*static_cast<const tissue_surroundings*>(user), block);
        };
        options.user = &around;
    }
    run_tissue({set, state, scratch.tissue}, bones, now, *clock_, options, out);
}

void tissue_system::look_up(const block& home, const tissue_set& set, tissue_options<float>& to,
                            host_faults& faults) const {
    const auto number = [&](tissue_tier tier) {
        if (home.level > 0) {
            return static_cast<float>(tissue_tier::linear);
        }
        const bool has_it = tier == tissue_tier::two_way  ? !set.reactive.bones.empty()
                            : tier == tissue_tier::newton ? set.newton_steps > 0
                                                          : true;
        const tissue_tier best =
            set.newton_steps > 0 ? tissue_tier::newton : tissue_tier::nonlinear;
        return static_cast<float>(has_it ? tier : std::min(tier, best));
    };
    // Lanes without a character cost least.
    std::fill_n(to.tiers.v, lane_count, -1.0F);
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const std::size_t lane = static_cast<std::size_t>(std::countr_zero(left));
        to.tiers.v[lane] = number(set.tier);
        const tissue_control* found =
            find_in<const tissue_control>(controls_, home.characters[lane]);
        if (found == nullptr) {
            continue;
        }
        if (!std::isfinite(found->weight)) [[unlikely]] {
            faults.note(host_field::tissue_weight, left & -left);
        } else {
            to.weight.v[lane] *= std::clamp(found->weight, 0.0F, 1.0F);
        }
        to.tiers.v[lane] = number(found->tier.value_or(set.tier));
    }
}

} // namespace jounce

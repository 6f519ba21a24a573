#include <jounce/systems/animation/sample_system.hpp>

#include <jounce/systems/animation/advance_clips.hpp>
#include <jounce/systems/animation/sample.hpp>
#include <jounce/systems/animation/sample_morphs.hpp>
#include <jounce/systems/pose/check_host_input.hpp>

#include <bit>
#include <cmath>

namespace jounce {
namespace {

/// Called before they are cleaned, which hides faults.
void check(const clip_player& player, std::uint32_t lane_bit, host_faults& to) {
    for (const clip_layer& layer : player.layers) {
        if (layer.is_used && !is_usable(layer)) [[unlikely]] {
            note_faults(layer, lane_bit, to);
        }
    }
}

/// Weights that are not numbers would spoil the whole mesh.
void check(morph_weights& morphs, std::uint32_t lane_bit, host_faults& to) {
    if (is_usable(morphs.weights)) [[likely]] {
        return;
    }
    to.note(host_field::morph_weights, lane_bit);
    for (float& weight : morphs.weights) {
        weight = std::abs(weight) < 1e30F ? weight : 0.0F;
    }
}

} // namespace

sample_system::sample_system(entt::registry& registry)
    : block_system(registry), players_(registry.view<clip_player>()),
      morphs_(registry.view<morph_weights>()), clock_(&context<frame_clock>(registry)) {}

clip_player* sample_system::player_of(entt::entity who) const {
    if (!players_.contains(who)) {
        return nullptr;
    }
    clip_player& found = players_.get<clip_player>(who);
    return found.clips != nullptr ? &found : nullptr;
}

std::size_t sample_system::operator()(entt::entity entity, frame_scratch& scratch) const {
    if (players_.empty()) {
        return 0;
    }
    const block& home = get<const block>(entity);
    block_moment& now = scratch.moment;
    now.playing = 0; // only playing lanes are read
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const std::size_t lane = static_cast<std::size_t>(std::countr_zero(left));
        const entt::entity who = home.characters[lane];
        clip_player* player = player_of(who);
        if (player == nullptr) {
            continue;
        }
        check(*player, 1U << lane, scratch.faults);
        advance_clips(*player, clock_->dt);
        now.lanes[lane] = moment_of(*player);
        now.playing |= 1U << lane;
        if (morphs_.contains(who)) {
            morph_weights& morphs = morphs_.get<morph_weights>(who);
            sample_morphs(now.lanes[lane], morphs);
            check(morphs, 1U << lane, scratch.faults);
        }
    }
    if (now.playing == 0 || shows_clips_alone(*home.kind)) {
        return 0;
    }
    sample(home.kind->rig, now, get<local_pose>(entity));
    return static_cast<std::size_t>(std::popcount(now.playing)) * home.kind->rig.parents.size();
}

} // namespace jounce

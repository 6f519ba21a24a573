#include <jounce/systems/sample_system.hpp>

#include <jounce/systems/advance_clips.hpp>
#include <jounce/systems/sample.hpp>
#include <jounce/systems/sample_morphs.hpp>

#include <bit>

namespace jounce {

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

std::size_t sample_system::operator()(entt::entity entity) const {
    if (players_.empty()) {
        return 0;
    }
    const block& home = get<const block>(entity);
    block_moment now;
    for (std::uint32_t left = home.active; left != 0; left &= left - 1) {
        const std::size_t lane = static_cast<std::size_t>(std::countr_zero(left));
        const entt::entity who = home.characters[lane];
        clip_player* player = player_of(who);
        if (player == nullptr) {
            continue;
        }
        advance_clips(*player, clock_->dt);
        now.lanes[lane] = moment_of(*player);
        now.playing |= 1U << lane;
        if (morphs_.contains(who)) {
            sample_morphs(now.lanes[lane], morphs_.get<morph_weights>(who));
        }
    }
    if (now.playing != 0) {
        sample(home.kind->rig, now, get<local_pose>(entity));
    }
    return static_cast<std::size_t>(std::popcount(now.playing));
}

} // namespace jounce

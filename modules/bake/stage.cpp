#include <jounce/modules/bake/stage.hpp>

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/clip_player.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/tissue_access.hpp>
#include <jounce/systems/block_system.hpp>

#include <utility>

namespace jounce::bake {

stage::stage(std::shared_ptr<const character_kind> kind, std::shared_ptr<const clip_set> clips,
             std::int32_t clip)
    : kind_(std::move(kind)), systems_(registry_, {.order = schedule::by_block, .measure = false}) {
    // Nobody waits for a frame here: no tick is left out, however few frames there are.
    time_control& time = context<time_control>(registry_);
    time.max_ticks = 1 << 20;
    time.lands = true;
    who_ = spawn(registry_, kind_);
    registry_.emplace<spring_control>(who_).reset = true;
    if (clip >= 0) {
        // By index, because two clips may have one name.
        give_clips(registry_, who_, std::move(clips));
        clip_player& player = registry_.get<clip_player>(who_);
        player.layers[0].is_used = true;
        player.layers[0].clip = clip;
        player.layers[0].mode = play_mode::once; // its end is not taken for its start
        player.layers[0].speed = 0;
    }
}

void stage::step(double clip_time, double dt) {
    if (clip_player* player = registry_.try_get<clip_player>(who_)) {
        player->layers[0].time = clip_time;
    }
    systems_.run(static_cast<float>(dt));
    pose_ = &constrained_pose(registry_, registry_.get<character>(who_).block, constrained_);
}

bone_key stage::animated(std::int32_t bone) const {
    const character& at = registry_.get<character>(who_);
    const local_pose& pose = *pose_;
    const std::size_t b = static_cast<std::size_t>(bone);
    const transform<float> local = get_lane(pose.bones[b], at.lane);
    const vec3<float> stretch =
        pose.stretch.empty() ? vec3<float>{1, 1, 1} : get_lane(pose.stretch[b], at.lane);
    return {local.translation, local.rotation, local.scale * stretch};
}

void stage::displacements(std::span<vec3<float>> to) const {
    displacements_of(registry_, who_, to);
}

affine<double> stage::model(std::int32_t bone) const {
    const character& at = registry_.get<character>(who_);
    const bone_transforms& bones = registry_.get<bone_transforms>(at.block);
    const std::size_t b = static_cast<std::size_t>(bone);
    transform<double> whole = cast<double>(get_lane(bones.bones[b], at.lane));
    if (kind_->rig.is_affine) {
        return {cast<double>(get_lane(bones.linear[b], at.lane)), whole.translation};
    }
    // Long chains of float products are not quite of unit length, which a scale would have to say.
    whole.rotation = normalised(whole.rotation);
    return jounce::to_affine(whole);
}

} // namespace jounce::bake

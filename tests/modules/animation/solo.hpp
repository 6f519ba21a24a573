#pragma once

#include "support/clip_crowd.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace jounce::test {

/// One character and its clips.
struct solo {
    std::shared_ptr<const character_kind> kind = std::make_shared<const character_kind>(
        random_kind<float>(4, {.stretch = true, .spring_fraction = 0}));
    std::shared_ptr<const clip_set> clips = clips_for(kind->rig);
    entt::registry registry;
    entt::entity who = spawn(registry, kind);
    pipeline systems{registry};

    loose_pose shown(std::size_t bone) {
        const character& at = registry.get<character>(who);
        return lane_pose(registry.get<local_pose>(at.block), bone, at.lane);
    }
    /// How far the pose is from that of a clip.
    double distance(std::size_t clip, double time) {
        double worst = 0;
        for (std::size_t b = 0; b < kind->rig.parents.size(); ++b) {
            worst = std::max(worst,
                             difference(shown(b), pose_at(clips->clips[clip], kind->rig, b, time)));
        }
        return worst;
    }
    double distance_from_rest() {
        double worst = 0;
        for (std::size_t b = 0; b < kind->rig.parents.size(); ++b) {
            worst = std::max(worst, difference(shown(b), rest_of(kind->rig, b)));
        }
        return worst;
    }
    std::vector<loose_pose> pose() {
        std::vector<loose_pose> out;
        for (std::size_t b = 0; b < kind->rig.parents.size(); ++b) {
            out.push_back(shown(b));
        }
        return out;
    }
    clip_player& player() { return registry.get<clip_player>(who); }
};

} // namespace jounce::test

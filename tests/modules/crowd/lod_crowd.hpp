#pragma once

// A crowd of moving characters under the stable solver, for the tests of levels of detail.

#include "support/stable_block.hpp"

#include <jounce/components/block/character.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace jounce::test {

inline std::shared_ptr<const character_kind> chain_archetype(const chain_recipe& recipe = {},
                                                             const spring_tuning& tuning = {}) {
    return std::make_shared<const character_kind>(chain_kind<float>(recipe, tuning));
}

inline std::int32_t level_of(const entt::registry& registry, entt::entity who) {
    return registry.get<block>(registry.get<character>(who).block).level;
}

/// Walks a circle and sways its root bone; characters differ by their phase.
inline void walk_on(entt::registry& registry, entt::entity who, double time, double phase) {
    const double angle = 0.8 * time + phase;
    placement& at = registry.emplace_or_replace<placement>(who);
    at.position = {2 * std::cos(angle), 0.03 * std::sin(9 * time + phase), 2 * std::sin(angle)};
    at.rotation = cast<float>(axis_angle(vec3<double>{0, 1, 0}, -angle));
    pose_of(registry, who)
        .set_rotation(
            0, cast<float>(axis_angle(vec3<double>{1, 0, 0}, 0.15 * std::sin(3 * time + phase))));
}

/// Tails of all springs, model space, as the last frame shows them.
inline std::vector<vec3<float>> shown_tails(const entt::registry& registry, entt::entity who) {
    const character_kind& kind = *registry.get<block>(registry.get<character>(who).block).kind;
    std::vector<vec3<float>> out;
    for (const stable_spring<float>& spring : kind.springs.stable.springs) {
        const transform<float> bone = bone_of(registry, who, spring.bone);
        const vec3<float> tail = kind.rig.tail_local[static_cast<std::size_t>(spring.bone)];
        out.push_back(bone.translation + bone.scale * rotate(bone.rotation, tail));
    }
    return out;
}

/// The same as the animation has them.
inline std::vector<vec3<float>> animated_tails(const entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    rigid_pose pose;
    animated_pose(registry, at.block, pose);
    std::vector<vec3<float>> out;
    for (std::size_t s = 0; s < registry.get<stable_state>(at.block).springs.size(); ++s) {
        out.push_back(get_lane(pose.tails[s], at.lane));
    }
    return out;
}

/// What the springs add to the animated pose.
inline std::vector<vec3<float>> shown_swing(const entt::registry& registry, entt::entity who) {
    std::vector<vec3<float>> out = shown_tails(registry, who);
    const std::vector<vec3<float>> animated = animated_tails(registry, who);
    for (std::size_t s = 0; s < out.size(); ++s) {
        out[s] = out[s] - animated[s];
    }
    return out;
}

inline float largest_step(const std::vector<vec3<float>>& a, const std::vector<vec3<float>>& b) {
    float most = 0;
    for (std::size_t s = 0; s < a.size(); ++s) {
        most = std::max(most, length(a[s] - b[s]));
    }
    return most;
}

} // namespace jounce::test

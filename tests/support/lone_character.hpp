#pragma once

// Single characters of one kind in a pipeline, and what their springs do.

#include "support/stable_block.hpp"

#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_forces.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/systems/block_system.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace jounce::test {

/// A chain of three bones of 10 cm that hangs down.
inline std::shared_ptr<const character_kind> lone_kind(const spring_tuning& tuning = {},
                                                       int links = 3) {
    return std::make_shared<const character_kind>(chain_kind<float>({.links = links}, tuning));
}

class stage {
public:
    explicit stage(std::shared_ptr<const character_kind> kind = lone_kind())
        : kind_(std::move(kind)) {}

    entt::registry registry;
    pipeline systems{registry};

    entt::entity add() { return spawn(registry, kind_); }
    placement& at(entt::entity who) { return registry.get<placement>(who); }
    spring_control& control(entt::entity who) {
        spring_control* found = registry.try_get<spring_control>(who);
        return found != nullptr ? *found : registry.emplace<spring_control>(who);
    }
    const character_kind& kind() const { return *kind_; }

    spring_state<float>& state(entt::entity who, std::size_t spring) {
        return registry.get<stable_state>(registry.get<character>(who).block).springs[spring];
    }
    int lane(entt::entity who) { return registry.get<character>(who).lane; }
    vec3<float> deflection(entt::entity who, std::size_t spring) {
        return get_lane(state(who, spring).deflection, lane(who));
    }
    vec3<float> velocity(entt::entity who, std::size_t spring) {
        return get_lane(state(who, spring).velocity, lane(who));
    }
    /// Of a spring's bone as it is shown, model space.
    vec3<float> tail(entt::entity who, std::size_t spring) {
        const std::int32_t bone = kind_->springs.stable.springs[spring].bone;
        const transform<float> t = bone_of(registry, who, bone);
        return t.translation +
               t.scale * rotate(t.rotation, kind_->rig.tail_local[static_cast<std::size_t>(bone)]);
    }
    std::size_t springs() const { return kind_->springs.stable.springs.size(); }

    /// The largest deflection of any spring, in bone lengths.
    float most(entt::entity who) {
        float largest = 0;
        for (std::size_t s = 0; s < springs(); ++s) {
            largest = std::max(largest, length(deflection(who, s)));
        }
        return largest;
    }
    /// The largest difference of deflections, in bone lengths.
    float difference(entt::entity a, entt::entity b) { return difference(a, *this, b); }
    float difference(entt::entity a, stage& other, entt::entity b) {
        float largest = 0;
        for (std::size_t s = 0; s < springs(); ++s) {
            largest = std::max(largest, length(deflection(a, s) - other.deflection(b, s)));
        }
        return largest;
    }
    /// The largest distance between tails as they are shown, m, each in its own model space.
    float tail_distance(entt::entity a, entt::entity b) {
        float largest = 0;
        for (std::size_t s = 0; s < springs(); ++s) {
            largest = std::max(largest, length(tail(a, s) - tail(b, s)));
        }
        return largest;
    }

private:
    std::shared_ptr<const character_kind> kind_;
};

/// A walk with steps and turns, smooth from its first moment on.
inline placement walk_at(double t, double scale = 1, const vec3<double>& origin = {}) {
    const double ease = t * t / (1 + t);
    placement out;
    out.position = origin + scale * vec3<double>{1.4 * ease, 0.03 * std::sin(11 * ease),
                                                 0.4 * std::sin(1.3 * ease)};
    out.rotation = cast<float>(axis_angle<double>({0, 1, 0}, 0.8 * std::sin(ease)));
    out.scale = static_cast<float>(scale);
    return out;
}

} // namespace jounce::test

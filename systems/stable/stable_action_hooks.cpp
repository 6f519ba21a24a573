#include <jounce/systems/stable/stable_hooks.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/stable_state.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce {
namespace {

/// Of a bone in its animated pose, in model space.
double scale_of(const local_pose& pose, const rig& of, std::int32_t bone, int lane) {
    double scale = 1;
    for (std::int32_t b = bone; b >= 0; b = of.parents[static_cast<std::size_t>(b)]) {
        scale *= static_cast<double>(pose.bones[static_cast<std::size_t>(b)].scale.v[lane]);
    }
    return scale;
}

} // namespace

bool push_stable(entt::registry& registry, const character& at, std::int32_t bone,
                 const vec3<float>& impulse) {
    const auto& springs = registry.get<block>(at.block).kind->springs.stable.springs;
    const auto found =
        std::ranges::find_if(springs, [&](const auto& spring) { return spring.bone == bone; });
    if (found == springs.end()) {
        return false;
    }
    spring_state<float>& state = registry.get<stable_state>(at.block)
                                     .springs[static_cast<std::size_t>(found - springs.begin())];
    const vec3<float> drive = get_lane(state.drive, at.lane);
    vec3<float> own = get_lane(state.velocity, at.lane) - drive + found->inverse_mass * impulse;
    const float speed = length(own);
    if (speed > found->max_speed) {
        own = (found->max_speed / speed) * own;
    }
    set_lane(state.velocity, at.lane, drive + own);
    return true;
}

double stable_energy(const entt::registry& registry, const character& at) {
    const character_kind& kind = *registry.get<block>(at.block).kind;
    const basic_stable_set<float>& set = kind.springs.stable;
    const stable_state& state = registry.get<stable_state>(at.block);
    const local_pose& pose = registry.get<local_pose>(at.block);
    double sum = 0;
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        if (set.walk[w].spring < 0) {
            continue;
        }
        const std::size_t s = static_cast<std::size_t>(set.walk[w].spring);
        const stable_spring<float>& spring = set.springs[s];
        const spring_state<float>& now = state.springs[s];
        const vec3<double> y = cast<double>(get_lane(now.deflection, at.lane));
        const vec3<double> speed = cast<double>(get_lane(now.velocity, at.lane)) -
                                   cast<double>(get_lane(now.drive, at.lane));
        // The bone's length in model space, without what the spring stretches it.
        const double size =
            static_cast<double>(spring.length) * scale_of(pose, kind.rig, spring.bone, at.lane);
        const double rate2 = std::abs(size) > 1e-12 ? dot(speed, speed) / (size * size) : 0.0;
        const double along = dot(cast<double>(spring.axis), y);
        const double across2 = dot(y, y) - along * along;
        const double pull = static_cast<double>(spring.bend_omega2) * across2 +
                            static_cast<double>(spring.axial_omega2) * along * along;
        sum += 0.5 * static_cast<double>(spring.inertia) * (rate2 + pull);
    }
    return sum;
}

} // namespace jounce

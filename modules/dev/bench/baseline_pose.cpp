#include <jounce/modules/dev/bench/baseline_pose.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace jounce::bench {
namespace {

using Eigen::Quaternionf;
using Eigen::Vector3f;
using bone = baseline_character::bone;

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

/// What a spring of the stable solver shows between its last two ticks, out of colliders that have
/// moved on since.
bent_baseline shown(const basic_stable_set<float>& set, const stable_spring<float>& spring,
                    const stable_baseline::spring& state, const bone& at, float progress,
                    const stable_baseline& who) {
    const Vector3f axis = to_vector(spring.axis);
    const Vector3f y =
        spring.weight * (state.before + progress * (state.deflection - state.before));
    if (set.colliders.empty() || spring.collides_with == 0) {
        return bend(axis, who.world.weight * y);
    }
    const float size = spring.length * at.scale;
    const bent_baseline whole = bend(axis, y);
    baseline_meeting met;
    met.head = at.translation;
    met.from = state.position;
    met.turn = at.rotation;
    met.size = size;
    met.inverse_size = std::abs(size) <= 1e-12F ? 0.0F : 1 / size;
    met.rate = 0; // nobody asks for the velocity
    met.tail = at.translation + size * (at.rotation * whole.tail);
    met.velocity.setZero();
    met.deflection = y;
    met.bent = whole;
    const baseline_carry none = {Quaternionf::Identity(), Eigen::Matrix3f::Identity(),
                                 Vector3f::Zero(), 1};
    meet_bodies(set.colliders, who.tick_start, who.tick_end, none, spring, met);
    return bend(axis, who.world.weight * met.deflection);
}

} // namespace

void baseline_rst(const character_kind& kind, baseline_character& who) {
    std::copy(who.rigid.begin(), who.rigid.end(), who.transforms.begin());
    for (const basic_spring<float>& spring : kind.springs.springs) {
        const Vector3f& tail = who.dynamic_tails[index(spring.slot)];
        bone& out = who.transforms[index(spring.bone)];
        if (spring.output == spring_transform::translate) {
            out = {to_quaternion(spring.rest_rotation),
                   to_vector(spring.rest_head) + (tail - to_vector(spring.rest_tail)),
                   spring.rest_scale};
            continue;
        }
        const Vector3f& head = who.dynamic_heads[index(spring.slot)];
        const Vector3f along = tail - head;
        const float distance = along.norm();
        const Vector3f rest = to_vector(spring.rest_direction);
        const Vector3f direction = distance > 0 ? Vector3f(1 / distance * along) : rest;
        out = {shortest_arc(rest, direction) * to_quaternion(spring.rest_rotation), head,
               distance * spring.inverse_bone_length * spring.rest_scale};
    }
}

void baseline_deflect(const character_kind& kind, float progress, baseline_character& pose,
                      stable_baseline& who) {
    const basic_stable_set<float>& set = kind.springs.stable;
    std::copy(pose.rigid.begin(), pose.rigid.end(), pose.transforms.begin());
    // Colliders of this moment take the place of those at the start of the last tick.
    std::swap(who.tick_start, who.tick_end);
    std::copy(who.frame_end.begin(), who.frame_end.end(), who.tick_end.begin());
    for (std::size_t w = 0; w < set.walk.size(); ++w) {
        const walked_bone& walked = set.walk[w];
        const bone& local = pose.local[index(walked.bone)];
        bone at = local;
        if (walked.parent >= 0 || walked.anchor >= 0) {
            at = follow(walked.parent >= 0 ? who.now[index(walked.parent)]
                                           : pose.rigid[index(set.anchors[index(walked.anchor)])],
                        local);
        }
        if (walked.spring >= 0) {
            const std::size_t s = index(walked.spring);
            at.rotation =
                at.rotation * shown(set, set.springs[s], who.springs[s], at, progress, who).turn;
        }
        who.now[w] = at;
        pose.transforms[index(walked.bone)] = at;
    }
    std::swap(who.tick_start, who.tick_end);
}

} // namespace jounce::bench

#pragma once

// Joints of reactive bones, and probes that touch something, as springs of a step. Kernel sources only.

#include <jounce/systems/tissue/reactive_terms.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// What a probe feels: the gradient of the energy, and its stiffness.
template <class Real> struct touched_probe {
    mat3<Real> stiffness;
    vec3<Real> force;

    touched_probe(const two_way_system<Real>& of, const tissue_contact<Real>& contact, Real rate) {
        const Real along = contact.stiffness.v[of.lane];
        const Real friction = contact.friction.v[of.lane];
        const vec3<Real> normal = get_lane(contact.normal, of.lane);
        stiffness = split_matrix(normal, along, rate * friction);
        force = friction * get_lane(contact.slide, of.lane) -
                (along * contact.depth.v[of.lane]) * normal;
    }
};

/// How a bone stands at the start of a tick, and how the animation has it.
template <class Real> struct bone_stance {
    vec3<Real> centre; ///< at the start
    quat<Real> turn;   ///< at the start
    vec3<Real> animated, animated_before;
    quat<Real> animated_turn, animated_turn_before;

    bone_stance(const two_way_system<Real>& of, std::int32_t bone) : centre(of.centre(bone)) {
        const std::size_t b = static_cast<std::size_t>(bone);
        const reactive_frame<Real>& frame = of.block.scratch.frames.data()[b];
        animated = get_lane(frame.centre, of.lane);
        animated_before = get_lane(frame.centre_before, of.lane);
        animated_turn = get_lane(frame.turn, of.lane);
        animated_turn_before = get_lane(frame.turn_before, of.lane);
        turn = get_lane(of.block.state.bones.data()[b].now.turn, of.lane) * animated_turn_before;
    }
    /// From a point of the animated pose to the bone's own axes.
    vec3<Real> local(const vec3<Real>& p) const {
        return rotate(conjugate(animated_turn), p - animated);
    }
};

/// Beyond its limit a joint resists: what is added to force and stiffness along the angle and across it.
template <class Real> struct limit_push { Real along = 0, across = 0, torque = 0; };
template <class Real> limit_push<Real> push_of(const reactive_bone<Real>& bone, Real angle) {
    if (!(bone.limit_stiffness > 0) || !(angle > bone.limit)) {
        return {};
    }
    const Real torque = bone.limit_stiffness * (angle - bone.limit);
    return {bone.limit_stiffness, torque / angle, torque};
}

/// The spring between the two images of a joint, and the one that turns the bone to the animation.
template <class Real>
void add_joint(const two_way_system<Real>& to, std::int32_t number, Real rate) {
    const reactive_bone<Real>& bone = to.block.set.reactive.bones[static_cast<std::size_t>(number)];
    const std::size_t joint = static_cast<std::size_t>(bone.joint);
    const bone_stance<Real> own(to, number);
    const vec3<Real> animated =
        at_joint(to.block.scratch.animated.data()[joint], to.lane, bone.anchor);
    carried_point<Real> ends;
    ends.linear = {};
    carrier<Real>& here = ends.of(number);
    here = {number, Real(1), rotate(own.turn, own.local(animated))};
    vec3<Real> apart = own.centre + here.arm - animated;
    // Turned by the animation, and by the parent.
    quat<Real> aim = own.animated_turn;
    vec3<Real> animated_step = angle_of(own.animated_turn * conjugate(own.animated_turn_before));
    vec3<Real> drift;
    if (bone.parent >= 0) {
        const bone_stance<Real> parent(to, bone.parent);
        const quat<Real> in_parent = conjugate(parent.animated_turn) * own.animated_turn;
        const quat<Real> before = conjugate(parent.animated_turn_before) * own.animated_turn_before;
        const vec3<Real> arm = rotate(parent.turn, parent.local(animated));
        apart = own.centre + ends.of(number).arm - (parent.centre + arm);
        ends.of(bone.parent) = {bone.parent, Real(-1), Real(-1) * arm};
        aim = parent.turn * in_parent;
        animated_step = rotate(parent.turn, angle_of(in_parent * conjugate(before)));
    } else {
        // The animation moves the other end during the tick. At the start of the tick it was where the bone's own
        // joint had it.
        drift = own.animated - own.animated_before;
    }
    const Real damping = rate * bone.hold_damping;
    const Real stiffness = bone.hold + damping;
    if (stiffness > 0) {
        add_spring(to, ends, split_matrix({}, stiffness, stiffness),
                   bone.hold * apart - damping * drift);
    }
    const vec3<Real> error = angle_of(own.turn * conjugate(aim));
    const Real angle = std::sqrt(dot(error, error));
    const limit_push<Real> limit = push_of(bone, angle);
    const Real turn_damping = rate * bone.turn_damping;
    const Real usual = bone.turn + turn_damping;
    if (usual > 0 || limit.along > 0) {
        const vec3<Real> axis = angle > 0 ? Real(1) / angle * error : vec3<Real>{};
        add_turn_spring(to, number, bone.parent,
                        split_matrix(axis, usual + limit.along, usual + limit.across),
                        bone.turn * error + limit.torque * axis - turn_damping * animated_step);
    }
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL

#pragma once

// Limits and colliders of the VRM solver. Kernel sources only.

#include <jounce/systems/pose/bone_frame.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// The unit direction nearest to one that the limit allows, in the limit's axes. No angle is computed:
/// its sine and cosine are known.
template <class Real>
JOUNCE_INLINE vec<Real> limited_direction(const vrm_spring<Real>& spring, const vec<Real>& d) {
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const num<Real> cosine = splat(spring.limit_cosine);
    const num<Real> sine = splat(spring.limit_sine);
    if (spring.limit == limit_shape::cone) {
        const num<Real> across = (d.x * d.x + d.z * d.z).sqrt();
        const mask<Real> upside_down = less_equal<Real>(across, splat(Real(1e-20)));
        const num<Real> size = sine / where<Real>(upside_down, one, across);
        const vec<Real> edge = {where<Real>(upside_down, zero, size * d.x), cosine,
                                where<Real>(upside_down, sine, size * d.z)};
        return where<Real>(less<Real>(d.y, cosine), edge, d);
    }
    // Hinge and spherical: an angle in the plane of Y and Z, and for the latter one out of it.
    const num<Real> flat = (d.y * d.y + d.z * d.z).sqrt();
    const mask<Real> aside = less_equal<Real>(flat, splat(Real(1e-20)));
    const num<Real> inverse = one / where<Real>(aside, one, flat);
    num<Real> y = where<Real>(aside, one, inverse * d.y);
    num<Real> z = where<Real>(aside, zero, inverse * d.z);
    const mask<Real> beyond = less<Real>(y, cosine);
    z = where<Real>(beyond, where<Real>(less<Real>(z, zero), -sine, sine), z);
    y = where<Real>(beyond, cosine, y);
    if (spring.limit == limit_shape::hinge) {
        return {zero, y, z};
    }
    const mask<Real> wide = less<Real>(splat(spring.yaw_sine), d.x.abs());
    const num<Real> side =
        where<Real>(less<Real>(d.x, zero), splat(Real(-spring.yaw_sine)), splat(spring.yaw_sine));
    const num<Real> x = where<Real>(wide, side, d.x);
    const num<Real> rest = where<Real>(wide, splat(spring.yaw_cosine), flat);
    return {x, rest * y, rest * z};
}

/// Where a tail may be: at the bone's length from its head, within the limit.
template <class Real> struct vrm_reach {
    const vrm_spring<Real>& spring;
    vec<Real> head;
    num<Real> size;
    vec<Real> rest;             ///< unit, where the bone points at rest
    num<Real> hit_radius;       ///< model space
    rotation<Real> limit_frame; ///< from the limit's axes to those of the model

    JOUNCE_INLINE vec<Real> operator()(const vec<Real>& tail) const {
        vec<Real> direction = unit_or<Real>(tail - head, rest);
        if (spring.limit != limit_shape::none) {
            direction =
                rotate(limit_frame,
                       limited_direction<Real>(spring, rotate(conjugate(limit_frame), direction)));
        }
        return head + size * direction;
    }
};

/// Factor on radii at a bone: the largest scale of its axes. Under shear, the scale of an axis is
/// its component along the direction that the bone's rotation alone gives it, as in UniVRM (Unity's
/// lossyScale).
template <class Real>
JOUNCE_INLINE num<Real> radius_growth(bool is_affine, const bone_frame<Real>& bone) {
    if (!is_affine) {
        return bone.scale.abs();
    }
    const matrix<Real> turn = to_matrix(bone.turn);
    return dot(turn.column[0], bone.linear.column[0])
        .abs()
        .max(dot(turn.column[1], bone.linear.column[1]).abs())
        .max(dot(turn.column[2], bone.linear.column[2]).abs());
}

/// Puts the colliders of a walked bone where it is.
/// @param unit  a metre of the world in model space
template <class Real>
JOUNCE_APART void place_vrm_collider(const vrm_view<Real>& block, std::size_t index,
                                     const bone_frame<Real>& bone, const num<Real>& unit) {
    const bool is_affine = block.rig.is_affine;
    const vrm_collider<Real>& body = block.set.colliders.data()[index];
    lane_vrm_collider<Real>& out = block.walk.colliders.data()[index];
    store(out.at, bone.head + outward(is_affine, bone, splat(body.offset)));
    const vec<Real> arm = splat(body.arm);
    if (body.shape == vrm_shape::plane) {
        // The inverse transpose, but for a positive factor.
        vec<Real> normal = rotate(bone.turn, arm);
        if (is_affine) {
            const matrix<Real> c = cofactors(bone.linear);
            const num<Real> determinant = dot(bone.linear.column[0], c.column[0]);
            const num<Real> zero = splat(Real(0));
            const num<Real> sign =
                where<Real>(less<Real>(determinant, zero), splat(Real(-1)), splat(Real(1)));
            normal = unit_or<Real>(sign * (c * arm), normal);
        } else {
            const num<Real> zero = splat(Real(0));
            const mask<Real> mirrored = less<Real>(bone.scale, zero);
            normal = where<Real>(mirrored, Real(-1) * normal, normal);
        }
        store(out.arm, normal);
    } else {
        store(out.arm, outward(is_affine, bone, arm));
    }
    store<Real>(out.radius, body.radius * (body.scales ? radius_growth(is_affine, bone) : unit));
}

/// How far a tail is from a collider.
template <class Real> struct vrm_gap {
    num<Real> distance;  ///< negative: inside it
    vec<Real> direction; ///< unit, the shortest way out; none at the very centre
    vec<Real> nearest;   ///< of the collider's point or axis; of a plane, any point
};

template <class Real>
JOUNCE_INLINE vrm_gap<Real> gap_to(const vrm_collider<Real>& body,
                                   const lane_vrm_collider<Real>& at, const num<Real>& hit_radius,
                                   const vec<Real>& tail) {
    const num<Real> zero = splat(Real(0));
    const num<Real> one = splat(Real(1));
    const vec<Real> arm = load(at.arm);
    vec<Real> nearest = load(at.at);
    vec<Real> d = tail - nearest;
    if (body.shape == vrm_shape::plane) {
        return {dot(d, arm) - hit_radius, arm, nearest};
    }
    if (body.shape == vrm_shape::capsule) {
        const num<Real> size2 = dot(arm, arm);
        const mask<Real> is_point = less_equal<Real>(size2, splat(Real(1e-30)));
        const num<Real> along = dot(arm, d) / where<Real>(is_point, one, size2);
        const vec<Real> way = where<Real>(is_point, zero, along.max(zero).min(one)) * arm;
        d = d - way;
        nearest = nearest + way;
    }
    const num<Real> radius = load(at.radius);
    const num<Real> from_axis = length(d);
    // At the centre itself there is no direction, so no push.
    const vec<Real> away = safe_inverse(from_axis) * d;
    return {body.inside ? num<Real>(radius - hit_radius - from_axis)
                        : num<Real>(from_axis - radius - hit_radius),
            body.inside ? Real(-1) * away : away, nearest};
}

/// One collider after the other pushes the tail out; length and limit again after each.
/// @return whether any did
template <class Real>
JOUNCE_APART bool push_once(const vrm_view<Real>& block, const vrm_spring<Real>& spring,
                            const vrm_reach<Real>& reach, vec<Real>& tail) {
    bool pushed = false;
    const num<Real> zero = splat(Real(0));
    const std::size_t first = static_cast<std::size_t>(spring.first_contact);
    const std::size_t end = first + static_cast<std::size_t>(spring.contact_count);
    for (std::size_t c = first; c < end; ++c) {
        const std::size_t index = static_cast<std::size_t>(block.set.contacts.data()[c]);
        const vrm_gap<Real> gap =
            gap_to<Real>(block.set.colliders.data()[index], block.walk.colliders.data()[index],
                         reach.hit_radius, tail);
        const mask<Real> hit = less<Real>(gap.distance, zero);
        if (any<Real>(hit)) {
            pushed = true;
            tail = where<Real>(hit, reach(tail - gap.distance * gap.direction), tail);
        }
    }
    return pushed;
}

} // namespace jounce::JOUNCE_LEVEL

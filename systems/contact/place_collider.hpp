#pragma once

// Colliders on bones. Kernel sources only.

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/simd/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> JOUNCE_INLINE vec<Real> constant(const vec3<float>& v) {
    return {splat(static_cast<Real>(v.x)), splat(static_cast<Real>(v.y)),
            splat(static_cast<Real>(v.z))};
}
template <class Real> JOUNCE_INLINE rotation<Real> constant(const quat<float>& q) {
    return {splat(static_cast<Real>(q.x)), splat(static_cast<Real>(q.y)),
            splat(static_cast<Real>(q.z)), splat(static_cast<Real>(q.w))};
}

/// Puts a collider where its bone is. Of shapes other than boxes rotation and sides stay as they are.
template <class Real>
JOUNCE_INLINE void place_on_bone(const collider& body, const lane_transform<Real>& bone,
                                 lane_collider<Real>& out) {
    const rotation<Real> turn = load(bone.rotation);
    const vec<Real> origin = load(bone.translation);
    const num<Real> scale = load(bone.scale);
    store(out.a, origin + scale * rotate(turn, constant<Real>(body.a)));
    if (body.shape == collider_shape::plane) {
        const vec<Real> normal = rotate(turn, constant<Real>(body.b));
        store(out.b, num<Real>(splat(Real(1)) / length(normal).max(Real(1e-20))) * normal);
    } else {
        store(out.b, origin + scale * rotate(turn, constant<Real>(body.b)));
    }
    const num<Real> size = scale.abs();
    store<Real>(out.radius, static_cast<Real>(body.radius) * size);
    store<Real>(out.radius_b, static_cast<Real>(body.radius_b) * size);
    if (body.shape == collider_shape::box) {
        store(out.rotation, turn * constant<Real>(body.rotation));
        store(out.half, size * constant<Real>(body.half));
    }
}

} // namespace jounce::JOUNCE_LEVEL

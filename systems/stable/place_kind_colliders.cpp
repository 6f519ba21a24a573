#include <jounce/systems/stable/place_kind_colliders.hpp>

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real> JOUNCE_INLINE vec<Real> constant(const vec3<float>& v) {
    return {splat(static_cast<Real>(v.x)), splat(static_cast<Real>(v.y)),
            splat(static_cast<Real>(v.z))};
}
template <class Real> JOUNCE_INLINE rotation<Real> constant(const quat<float>& q) {
    return {splat(static_cast<Real>(q.x)), splat(static_cast<Real>(q.y)),
            splat(static_cast<Real>(q.z)), splat(static_cast<Real>(q.w))};
}

} // namespace

template <class Real> void place_kind_colliders(const stable_view<Real>& block) noexcept {
    const std::size_t count = block.set.colliders.size();
    for (std::size_t c = 0; c < count; ++c) {
        const bone_collider& one = block.set.colliders.data()[c];
        const lane_transform<Real>& bone = one.walked >= 0 ? block.shown.bones.data()[one.bone]
                                                           : block.rigid.bones.data()[one.bone];
        const rotation<Real> turn = load(bone.rotation);
        const vec<Real> origin = load(bone.translation);
        const num<Real> scale = load(bone.scale);
        lane_collider<Real>& out = block.colliders.frame_end.data()[c];
        store(out.a, origin + scale * rotate(turn, constant<Real>(one.body.a)));
        if (one.body.shape == collider_shape::plane) {
            const vec<Real> normal = rotate(turn, constant<Real>(one.body.b));
            store(out.b, num<Real>(splat(Real(1)) / length(normal).max(Real(1e-20))) * normal);
        } else {
            store(out.b, origin + scale * rotate(turn, constant<Real>(one.body.b)));
        }
        const num<Real> size = scale.abs();
        store<Real>(out.radius, static_cast<Real>(one.body.radius) * size);
        store<Real>(out.radius_b, static_cast<Real>(one.body.radius_b) * size);
        if (one.body.shape == collider_shape::box) {
            store(out.rotation, turn * constant<Real>(one.body.rotation));
            store(out.half, size * constant<Real>(one.body.half));
        }
    }
}

JOUNCE_DEFINED(place_kind_colliders)

} // namespace jounce::JOUNCE_LEVEL

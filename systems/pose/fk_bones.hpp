#pragma once

// The loops of forward kinematics, for the kernels that include it.

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/simd/fetch_ahead.hpp>
#include <jounce/systems/simd/lane_math.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {

/// fk prefetches the pose of the bone this many bones ahead. This gains nothing if poses are in
/// cache, and 4 to 7 % if they come from further away (docs/adr/0018).
inline constexpr std::ptrdiff_t bones_ahead = 4;

/// Rotation, translation, uniform scale: bones that cannot shear.
template <class Real>
void fk_similar(const basic_rig<Real>& rig, const basic_local_pose<Real>& local,
                lane_transform<Real>* out) noexcept {
    const std::int32_t* parents = rig.parents.data();
    const lane_transform<Real>* in = local.bones.data();
    const std::ptrdiff_t count = rig.bone_count();
    for (std::ptrdiff_t b = 0; b < count; ++b) {
        fetch(in[std::min(b + bones_ahead, count - 1)]);
        if (parents[b] < 0) {
            out[b] = in[b];
            continue;
        }
        const lane_transform<Real>& parent = out[parents[b]];
        const rotation<Real> turn = load(parent.rotation);
        const num<Real> scale = load(parent.scale);
        store(out[b].rotation, turn * load(in[b].rotation));
        store(out[b].translation,
              load(parent.translation) + scale * rotate(turn, load(in[b].translation)));
        store<Real>(out[b].scale, scale * load(in[b].scale));
    }
}

/// The same with a 3x3 matrix per bone beside it, for scale that differs by axis.
template <class Real>
void fk_affine(const basic_rig<Real>& rig, const basic_local_pose<Real>& local,
               lane_transform<Real>* bones, lane_mat3<Real>* linears) noexcept {
    const std::int32_t* parents = rig.parents.data();
    const std::ptrdiff_t count = rig.bone_count();
    for (std::ptrdiff_t b = 0; b < count; ++b) {
        fetch(local.bones.data()[std::min(b + bones_ahead, count - 1)]);
        const lane_transform<Real>& in = local.bones.data()[b];
        const vec<Real> stretch = load(in.scale) * load(local.stretch.data()[b]);
        const rotation<Real> turn = load(in.rotation);
        matrix<Real> linear = to_matrix(turn);
        linear.column[0] = stretch.x * linear.column[0];
        linear.column[1] = stretch.y * linear.column[1];
        linear.column[2] = stretch.z * linear.column[2];

        lane_transform<Real>& out = bones[b];
        lane_mat3<Real>& out_linear = linears[b];
        if (parents[b] < 0) {
            out = in;
            store(out_linear, linear);
            continue;
        }
        const lane_transform<Real>& parent = bones[parents[b]];
        const matrix<Real> parent_linear = load(linears[parents[b]]);
        store(out.rotation, load(parent.rotation) * turn);
        store(out.translation, load(parent.translation) + parent_linear * load(in.translation));
        store<Real>(out.scale, load(parent.scale) * load(in.scale));
        store(out_linear, parent_linear * linear);
    }
}

} // namespace jounce::JOUNCE_LEVEL

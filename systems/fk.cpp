#include <jounce/systems/fk.hpp>

#include <jounce/systems/detail/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Rotation, translation, uniform scale: bones that cannot shear.
template <class Real>
void fk_similar(const basic_rig<Real>& rig, const basic_local_pose<Real>& local,
                basic_rigid_pose<Real>& rigid) noexcept {
    const std::int32_t* parents = rig.parents.data();
    const lane_transform<Real>* in = local.bones.data();
    lane_transform<Real>* out = rigid.bones.data();
    const std::ptrdiff_t count = rig.bone_count();
    for (std::ptrdiff_t b = 0; b < count; ++b) {
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
               basic_rigid_pose<Real>& rigid) noexcept {
    const std::int32_t* parents = rig.parents.data();
    const std::ptrdiff_t count = rig.bone_count();
    for (std::ptrdiff_t b = 0; b < count; ++b) {
        const lane_transform<Real>& in = local.bones.data()[b];
        const vec<Real> stretch = load(in.scale) * load(local.stretch.data()[b]);
        const rotation<Real> turn = load(in.rotation);
        matrix<Real> linear = to_matrix(turn);
        linear.column[0] = stretch.x * linear.column[0];
        linear.column[1] = stretch.y * linear.column[1];
        linear.column[2] = stretch.z * linear.column[2];

        lane_transform<Real>& out = rigid.bones.data()[b];
        lane_mat3<Real>& out_linear = rigid.linear.data()[b];
        if (parents[b] < 0) {
            out = in;
            store(out_linear, linear);
            continue;
        }
        const lane_transform<Real>& parent = rigid.bones.data()[parents[b]];
        const matrix<Real> parent_linear = load(rigid.linear.data()[parents[b]]);
        store(out.rotation, load(parent.rotation) * turn);
        store(out.translation, load(parent.translation) + parent_linear * load(in.translation));
        store<Real>(out.scale, load(parent.scale) * load(in.scale));
        store(out_linear, parent_linear * linear);
    }
}

} // namespace

template <class Real>
void fk(const basic_rig<Real>& rig, const basic_spring_set<Real>& springs,
        const basic_local_pose<Real>& local, basic_rigid_pose<Real>& rigid) noexcept {
    if (rig.is_affine) {
        fk_affine(rig, local, rigid);
    } else {
        fk_similar(rig, local, rigid);
    }
    const affected_bone<Real>* affected = springs.affected.data();
    const std::size_t count = springs.affected.size();
    for (std::size_t a = 0; a < count; ++a) {
        const lane_transform<Real>& bone = rigid.bones.data()[affected[a].bone];
        const vec<Real> tail = splat(affected[a].tail_local);
        const vec<Real> arm = rig.is_affine ? load(rigid.linear.data()[affected[a].bone]) * tail
                                            : load(bone.scale) * rotate(load(bone.rotation), tail);
        store(rigid.tails.data()[a], load(bone.translation) + arm);
    }
}

template void fk(const basic_rig<float>&, const basic_spring_set<float>&,
                 const basic_local_pose<float>&, basic_rigid_pose<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template void fk(const basic_rig<double>&, const basic_spring_set<double>&,
                 const basic_local_pose<double>&, basic_rigid_pose<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/fk.hpp>

#include <jounce/systems/detail/fk_bones.hpp>
#include <jounce/systems/detail/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void fk(const basic_rig<Real>& rig, const basic_spring_set<Real>& springs,
        const basic_local_pose<Real>& local, basic_rigid_pose<Real>& rigid) noexcept {
    if (rig.is_affine) {
        fk_affine(rig, local, rigid.bones.data(), rigid.linear.data());
    } else {
        fk_similar(rig, local, rigid.bones.data());
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

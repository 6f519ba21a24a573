#include <jounce/systems/pose/fk.hpp>

#include <jounce/systems/pose/fk_bones.hpp>
#include <jounce/systems/simd/lane_math.hpp>

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

JOUNCE_DEFINED(fk)

} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/vrm/vrm_pose.hpp>

#include <jounce/systems/pose/bone_frame.hpp>

#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void vrm_pose(const vrm_pose_view<Real>& block, Real progress,
              basic_bone_transforms<Real>& out) noexcept {
    const bool is_affine = block.rig.is_affine;
    const std::size_t bones = block.rig.parents.size();
    std::memcpy(out.bones.data(), block.rigid.bones.data(), bones * sizeof(lane_transform<Real>));
    if (is_affine) {
        std::memcpy(out.linear.data(), block.rigid.linear.data(), bones * sizeof(lane_mat3<Real>));
    }
    const num<Real> weight = load(block.environment.lanes.front().weight);
    const std::size_t count = block.set.moved.size();
    for (std::size_t m = 0; m < count; ++m) {
        const vrm_moved& moved = block.set.moved.data()[m];
        const std::size_t b = static_cast<std::size_t>(moved.bone);
        local_frame<Real> local = load_local<Real>(
            block.local.bones.data()[b], is_affine ? block.local.stretch.data() + b : nullptr);
        if (moved.spring >= 0) {
            const vrm_spring_state<Real>& state = block.state.springs.data()[moved.spring];
            const rotation<Real> turn =
                mix<Real>(load(state.turn_before), load(state.turn), splat(progress));
            const rotation<Real> rest = splat(block.rig.rest_local.data()[b].rotation);
            local.turn = mix<Real>(local.turn, rest * turn, weight);
        }
        const std::ptrdiff_t p = block.rig.parents.data()[b];
        const bone_frame<Real> parent =
            p < 0 ? no_frame<Real>()
                  : load_frame<Real>(out.bones.data()[p],
                                     is_affine ? out.linear.data() + p : nullptr);
        store_frame<Real>(out.bones.data()[b], is_affine ? out.linear.data() + b : nullptr,
                          under(is_affine, parent, local));
    }
}

JOUNCE_DEFINED(vrm_pose)

} // namespace jounce::JOUNCE_LEVEL

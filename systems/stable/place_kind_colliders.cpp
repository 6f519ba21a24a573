#include <jounce/systems/stable/place_kind_colliders.hpp>

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/place_collider.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real> void place_kind_colliders(const stable_view<Real>& block) noexcept {
    const std::size_t count = block.set.colliders.size();
    for (std::size_t c = 0; c < count; ++c) {
        const bone_collider& one = block.set.colliders.data()[c];
        const lane_transform<Real>& bone = one.walked >= 0 ? block.shown.bones.data()[one.bone]
                                                           : block.rigid.bones.data()[one.bone];
        place_on_bone<Real>(one.body, bone, block.colliders.frame_end.data()[c]);
    }
}

JOUNCE_DEFINED(place_kind_colliders)

} // namespace jounce::JOUNCE_LEVEL

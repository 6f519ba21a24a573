#pragma once

// Data of the world for a tick of the VRM solver, and the spaces that tails are stored in. Kernel
// sources only.

#include <jounce/systems/pose/bone_frame.hpp>
#include <jounce/systems/vrm/vrm_view.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct vrm_world {
    rotation<Real> turn; ///< from the model space of the last tick to that of this one
    vec<Real> shift;
    num<Real> growth;
    rotation<Real> upright; ///< from the world's axes to the model's
    num<Real> unit;         ///< a metre of the world in model space
    num<Real> share;        ///< of the frame that has passed
    mask<Real> carried;     ///< lanes whose springs are moved along rigidly before this tick
    mask<Real> still;       ///< lanes among them that make no step
};

template <class Real>
JOUNCE_INLINE bone_frame<Real> frame_now(const vrm_view<Real>& block, std::int32_t place) {
    return load_frame<Real>(block.walk.now.data()[place],
                            block.rig.is_affine ? block.walk.now_linear.data() + place : nullptr);
}

/// The space that a spring's state is kept in: that of its centre, or the model's own.
template <class Real> class tail_space {
public:
    JOUNCE_INLINE tail_space(const vrm_view<Real>& block, const vrm_world<Real>& world,
                             const vrm_spring<Real>& spring, const bone_frame<Real>& head)
        : world_(world), is_affine_(block.rig.is_affine),
          is_centred_(spring.centre >= 0 || spring.centre_is_head) {
        if (spring.centre_is_head) {
            centre_ = head; // as the last tick has turned it
        } else if (spring.centre >= 0) {
            centre_ = frame_now<Real>(block, spring.centre);
        }
    }
    /// Of the last tick's state; into the model space of this one.
    JOUNCE_INLINE vec<Real> into_model(const vec<Real>& p) const {
        return is_centred_ ? centre_.head + outward(is_affine_, centre_, p)
                           : world_.growth * rotate(world_.turn, p) + world_.shift;
    }
    /// The same for lanes that have been carried into it already.
    JOUNCE_INLINE vec<Real> into_model(const mask<Real>& carried, const vec<Real>& p) const {
        return is_centred_ ? into_model(p) : where<Real>(carried, p, into_model(p));
    }
    JOUNCE_INLINE vec<Real> from_model(const vec<Real>& p) const {
        return is_centred_ ? inward(is_affine_, centre_, p - centre_.head) : p;
    }

private:
    const vrm_world<Real>& world_;
    bone_frame<Real> centre_;
    bool is_affine_;
    bool is_centred_;
};

} // namespace jounce::JOUNCE_LEVEL

#pragma once

// From the model space of the frame before to the present one. Kernel sources only.

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct space_change {
    matrix<Real> linear;
    vec<Real> shift;

    JOUNCE_INLINE vec<Real> operator()(const vec<Real>& p) const { return linear * p + shift; }
    JOUNCE_INLINE affine_lanes<Real> operator()(const affine_lanes<Real>& a) const {
        return {linear * a.linear, (*this)(a.shift)};
    }
};

template <class Real>
JOUNCE_INLINE space_change<Real> change_of(const environment_lanes<Real>& now) {
    return {load(now.growth) * to_matrix(load(now.turn)), load(now.shift)};
}

} // namespace jounce::JOUNCE_LEVEL

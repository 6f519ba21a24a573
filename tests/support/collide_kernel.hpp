#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/block/block_colliders.hpp>

namespace jounce::test {

/// A contact as plain storage.
template <class Real> struct met {
    lane_vec3<Real> position, normal;
    lane<Real> depth;
    lane<Real> clear; ///< 1: was ruled out beforehand, so that there must be no contact
};

/// The inline functions of systems/contact/collide.hpp, compiled once for all tests. What they give
/// comes back through a reference: g++ 12 returns values of such alignment to places without it.
template <class Real>
void collide_ball(const collider_traits& traits, const lane_collider<Real>& before,
                  const lane_collider<Real>& now, const lane_vec3<Real>& from,
                  const lane_vec3<Real>& to, const lane<Real>& radius, met<Real>& out);
template <class Real>
void collide_bone(const collider_traits& traits, const lane_collider<Real>& now,
                  const lane_vec3<Real>& head, const lane_vec3<Real>& tail,
                  const lane<Real>& radius, met<Real>& out);

} // namespace jounce::test

#pragma once

// Balls and other shapes that press on the golden limb, and how deep they are in.

#include "systems/tissue/loose_limb.hpp"

#include <jounce/components/assets/collider.hpp>

namespace jounce::test {

/// An obstacle that is nowhere in any lane.
template <class Real> tissue_obstacle<Real> empty_obstacle(collider_shape shape);
/// The same collider in all lanes, or in one; both in the model space of the limb.
template <class Real>
void set_obstacle(tissue_obstacle<Real>& to, int lane, const collider& start, const collider& end);
template <class Real>
tissue_obstacle<Real> moving_obstacle(const collider& start, const collider& end);

collider ball(const vec3<double>& at, double radius);

/// The fine limb, with everything that tests of contact vary.
struct press_options {
    tissue_tier tier = tissue_tier::nonlinear;
    double stiffness = 1e8;
    double friction = 0;
    std::int32_t newton_steps = 2;
};
template <class Real> loose_limb<Real> fine_limb_with(const press_options& options);

/// How far the deepest vertex of the skin is inside of a ball. Bones are where the test put them.
template <class Real>
double depth_in_ball(const loose_limb<Real>& limb, const vec3<double>& centre, double radius,
                     int lane = 0);
/// The largest displacement in a lane.
template <class Real> double farthest_of(const loose_limb<Real>& limb, int lane = 0);

} // namespace jounce::test

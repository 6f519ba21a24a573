#pragma once

#include <jounce/components/assets/stable_set.hpp>

namespace jounce {

/// The exact step of `y'' + 2 decay y' + omega^2 y = a` over a time in seconds: under-, critically and
/// over-damped, down to omega = 0 and up to whatever a double holds.
/// @param omega  rad/s, >= 0
/// @param decay  1/s, >= 0 (damping ratio times omega, plus half the drag)
oscillator_step<double> exact_step(double omega, double decay, double seconds);

/// The same in the precision of the kernels, rounded so that energy never grows.
template <class Real>
oscillator_step<Real> rounded_step(double omega, double decay, double seconds);

} // namespace jounce

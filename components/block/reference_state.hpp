#pragma once

#include <jounce/components/base/lane_vector.hpp>
#include <jounce/components/base/lanes.hpp>

namespace jounce {

/// The two masses of a spring, model space, metres and seconds.
template <class Real> struct spring_particle {
    lane_vec3<Real> position; ///< x, the free mass
    lane_vec3<Real> velocity; ///< v
    lane_vec3<Real> anchor;   ///< f, the fixed mass
};

/// Simulated state of a block. Written by the step of the reference solver, which is timed in two halves: integrate,
/// then project, which keeps lengths and puts at rest what is lost. Nothing reads it between the two, and halves
/// with a component each would have to copy it (docs/adr/0049-one-writer.md).
template <class Real> struct basic_reference_state {
    lane_vector<spring_particle<Real>> particles; ///< [spring]
    lane_vector<lane<Real>> fresh; ///< one value; 1 in lanes that have not made a step yet
};

using reference_state = basic_reference_state<float>; ///< in float, as programs use it

} // namespace jounce

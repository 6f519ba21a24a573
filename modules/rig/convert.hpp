#pragma once

#include <jounce/modules/rig/reference_builder.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

namespace jounce {

// The published method's letters and the artist's terms describe the same oscillator, so numbers can
// go from one to the other. Motions do not become equal by that: the published method pulls only
// along its spring and acts per step. `reference_dt` is the step in seconds, more than 0, for which
// `velocity_scale` was chosen.

/// The artist's terms of physical settings. Bending and stretching get the same oscillator:
/// frequency sqrt(k/m) / 2 pi, ratio kd / (2 sqrt(k m)). The loss of velocity per step,
/// `velocity_scale` ds, becomes the continuous drag -ln(ds) / reference_dt.
///
/// Without stiffness a ratio means nothing, so the damping becomes drag, kd / m. The same holds for
/// stiffness so small that the ratio would be beyond its legal range: such a spring would take more
/// than a month to return. `edge_constraint`, `compliance` and `length_factor` have no counterpart
/// and are dropped; everything else keeps its default.
///
/// The result is finite and legal (`check_tuning`) for all settings that `reference_builder` takes.
spring_tuning tuning_of(const spring_settings& physical, double reference_dt);

/// The inverse: k = m w^2, kd = 2 ratio sqrt(k m), ds = exp(-drag reference_dt), from the terms of
/// bending. Inverts `tuning_of` to 1e-12 relative, except for settings that it drops and for
/// damping that has become drag. Settings that the published method does not have (gravity, limits,
/// colliders, ...) are dropped.
/// @pre `check_tuning` accepts the tuning
spring_settings settings_of(const spring_tuning& tuning, double reference_dt);

} // namespace jounce

#pragma once

#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/stable_baseline.hpp>

namespace jounce::bench {

// From the state of springs to transforms of bones, in the ordinary way. Compiled as baseline.cpp
// is.

/// As `reference_pose`: after a step of the reference solver.
void baseline_rst(const character_kind& kind, baseline_character& character);

/// As `stable_pose`: after the ticks of a frame of the stable solver.
/// @param progress  how much of a tick has passed since the last one, 0..1
void baseline_deflect(const character_kind& kind, float progress, baseline_character& pose,
                      stable_baseline& springs);

} // namespace jounce::bench

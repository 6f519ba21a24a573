#pragma once

#include <jounce/modules/bench/baseline.hpp>
#include <jounce/modules/bench/stable_baseline.hpp>

namespace jounce::bench {

// What springs did, as transforms of bones, in the ordinary way. Compiled as baseline.cpp is.

/// As `rst`: after a step of the reference solver.
void baseline_rst(const archetype& kind, baseline_character& character);

/// As `deflect`: after the ticks of a frame of the stable solver.
/// @param progress  how much of a tick has passed since the last one, 0..1
void baseline_deflect(const archetype& kind, float progress, baseline_character& pose,
                      stable_baseline& springs);

} // namespace jounce::bench

#pragma once

#include <jounce/modules/dev/replay/replay.hpp>
#include <jounce/modules/dev/replay/tissue_case.hpp>
#include <jounce/modules/result/result.hpp>

namespace jounce::replay {

/// Steps a case of flesh with the kernels of the active level and compares every step: `phi` by Newton's method, the
/// linear model by its modes, contact by the penetration too, two-way runs by bones, momentum and reaction. Eight
/// characters do the same.
/// Doubles: 1e-9 of the largest displacement. Floats: 2e-4; with contact 2 %, and 5 % of the deepest penetration.
result<report> replay_tissue(const golden_tissue& recorded, precision with);

} // namespace jounce::replay

#pragma once

#include <jounce/systems/solver.hpp>

namespace jounce {

/// The solver called `vrm_solver`.
const solver& describe_vrm_solver();

} // namespace jounce

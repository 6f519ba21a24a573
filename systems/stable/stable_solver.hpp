#pragma once

#include <jounce/systems/solver.hpp>

namespace jounce {

/// The solver called `stable_solver`.
const solver& describe_stable_solver();

} // namespace jounce

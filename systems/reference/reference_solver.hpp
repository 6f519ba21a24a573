#pragma once

#include <jounce/systems/solver.hpp>

namespace jounce {

/// The solver called `reference_solver`.
const solver& describe_reference_solver();

} // namespace jounce

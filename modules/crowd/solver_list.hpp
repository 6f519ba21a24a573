#pragma once

#include <jounce/components/assets/solver_id.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/systems/solver.hpp>

#include <entt/entt.hpp>

#include <span>
#include <vector>

namespace jounce {

/// The solvers of jounce. The one place that names them all.
std::span<const solver* const> built_in_solvers();

/// The solvers that a registry knows. In its context, made with those of jounce.
struct solver_list {
    solver_list();
    std::vector<const solver*> all; ///< only grows
};

/// Adds a solver of the host to a registry: kinds whose `spring_set::solver` names it can be
/// spawned, and every pipeline of the registry runs its systems. Between frames. Errors: `busy`,
/// `duplicate_solver`, `bad_solver`.
/// @pre `added` lives as long as the registry
result<void> add_solver(entt::registry& registry, const solver& added);

/// The solver of that name, or null.
const solver* find_solver(entt::registry& registry, solver_id id);

} // namespace jounce

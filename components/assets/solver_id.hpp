#pragma once

#include <string_view>

namespace jounce {

/// Names the solver that computes a set of springs. A registry knows the three below; `add_solver` makes
/// others known to it.
struct solver_id {
    std::string_view name;

    friend constexpr bool operator==(const solver_id&, const solver_id&) = default;
};

inline constexpr solver_id reference_solver{"reference"}; ///< the published method, step by step
inline constexpr solver_id stable_solver{
    "stable"};                                ///< the same motion at any frame rate, and bounded
inline constexpr solver_id vrm_solver{"vrm"}; ///< VRMC_springBone to the letter, in ticks of 1/60 s

} // namespace jounce

#pragma once

#include <jounce/components/assets/node_constraints.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// A bone that follows another, bones by their index in the rig.
struct constraint_description {
    constraint_kind kind = constraint_kind::rotation;
    std::int32_t bone = 0;
    std::int32_t source = 0;
    double weight = 1;             ///< 0..1
    vec3<double> axis = {1, 0, 0}; ///< roll, aim: in the bone's frame
};

/// Orders constraints so that each comes after those that it depends on, or says what is wrong.
///
/// Error names: `unknown_bone`, `duplicate_constraint` (a bone follows two), `bad_setting`, `cycle`
/// (constraints wait for each other, or a bone for itself).
template <class Real>
result<basic_constraint_set<Real>>
build_constraints(std::span<const constraint_description> constraints, const basic_rig<Real>& rig);

} // namespace jounce

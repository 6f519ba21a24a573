#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// How a constrained bone follows its source.
enum class constraint_kind : std::uint8_t {
    rotation, ///< turns as its source turns from rest
    roll,     ///< the same, but only about one axis
    aim,      ///< points an axis at its source
};

/// A bone whose local rotation follows from another bone's pose (VRMC_node_constraint).
template <class Real> struct node_constraint {
    constraint_kind kind = constraint_kind::rotation;
    std::int32_t bone = 0;
    std::int32_t source = 0;
    Real weight = 1;
    vec3<Real> axis;             ///< roll, aim: unit, in the bone's frame
    quat<Real> rest;             ///< of the bone
    quat<Real> source_rest_back; ///< inverse of the source's rest rotation
    quat<Real> source_to_bone;   ///< roll: from the source's rest frame to the bone's
};

/// The constraints of a rig, each after the ones that it depends on. Made by `build_constraints`.
template <class Real> struct basic_constraint_set {
    std::vector<node_constraint<Real>> constraints;

    /// Whether no bone follows another: then `constrain` has nothing to do.
    bool empty() const { return constraints.empty(); }
};

using constraint_set = basic_constraint_set<float>; ///< in float, as programs use it

} // namespace jounce

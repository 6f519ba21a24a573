#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// How the joints of a vertex are mixed.
enum class skin_method : std::uint8_t {
    linear,          ///< blends matrices: collapses when joints twist
    dual_quaternion, ///< blends rotation and translation as dual quaternions, and scale separately
};

/// One joint that moves a vertex, and by how much.
template <class Real> struct basic_influence {
    std::uint16_t joint = 0; ///< of the bind, not of the rig
    Real weight = 0;         ///< >= 0; those of a vertex normally sum to one
};

/// Vertices at rest and the joints that move them, any number per vertex.
template <class Real> struct basic_skinned_mesh {
    std::vector<vec3<Real>> positions;             ///< [vertex]
    std::vector<vec3<Real>> normals;               ///< [vertex], or empty
    std::vector<std::uint32_t> first_influence;    ///< [vertex + 1], ascending
    std::vector<basic_influence<Real>> influences; ///< ranges given by `first_influence`
};

using influence = basic_influence<float>;       ///< in float, as programs use it
using skinned_mesh = basic_skinned_mesh<float>; ///< in float, as programs use it

} // namespace jounce

#pragma once

#include <jounce/components/base/math_types.hpp>

#include <string>
#include <vector>

namespace jounce {

/// The offsets that a blend shape adds to the vertices of a mesh at rest, before skinning.
template <class Real> struct basic_morph_target {
    std::string name;                      ///< may be empty
    std::vector<vec3<Real>> positions;     ///< [vertex], or empty
    std::vector<vec3<Real>> normals;       ///< [vertex], or empty
    std::vector<vec3<Real>> tangents = {}; ///< [vertex], or empty
};

using morph_target = basic_morph_target<float>; ///< in float, as programs use it

} // namespace jounce

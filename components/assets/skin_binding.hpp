#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <vector>

namespace jounce {

/// The format of a palette entry.
enum class palette_mode : std::uint8_t {
    diagonal, ///< three rows: exact for uniform scale and for scale along the model's axes
    polar,    ///< four rows: exact for any scale, shear included
    matrix, ///< three rows of a 3x4 matrix: exact for anything; blended linearly, whatever the method
};

/// How many rows a joint has in a palette.
constexpr std::int32_t rows_per_joint(palette_mode mode) {
    return mode == palette_mode::polar ? 4 : 3;
}

/// A joint of the skin: bone and inverse bind matrix, the latter also split as R W (polar) or R S
/// (diagonal), so that rigs without shear need no decomposition per frame.
template <class Real> struct bind_joint {
    std::int32_t bone = 0;
    affine<Real> inverse_bind;
    quat<Real> rotation;
    Real diagonal[3] = {1, 1, 1};
    Real off_diagonal[3] = {0, 0, 0}; ///< yz, xz, xy; zero in diagonal mode
};

/// How a mesh is bound to a rig. Made by `make_bind` and `make_rest_bind`.
template <class Real> struct basic_skin_binding {
    palette_mode mode = palette_mode::diagonal;
    std::vector<bind_joint<Real>> joints;
};

using skin_binding = basic_skin_binding<float>; ///< in float, as programs use it

} // namespace jounce

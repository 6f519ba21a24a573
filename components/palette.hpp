#pragma once

#include <jounce/components/lane_vector.hpp>
#include <jounce/components/math_types.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// What a palette entry says of scale.
enum class palette_mode : std::uint8_t {
    diagonal, ///< three rows: exact for uniform scale and for scale along the model's axes
    polar,    ///< four rows: exact for any scale, shear included
};

/// Four numbers, a texel or uniform of the GPU.
template <class Real> struct alignas(4 * sizeof(Real)) palette_row { Real v[4]; };

/// Skinning transforms in the order the GPU reads them: per character, per joint, rows
///   0 real quaternion (xyzw)   1 dual quaternion (xyzw)   2 scale Wxx Wyy Wzz 0
///   3 (polar only) Wyz Wxz Wxy 0
/// A vertex p becomes `rotate(real, W p) + translation`, W symmetric. Written by palette.
template <class Real> struct basic_palette {
    palette_mode mode = palette_mode::diagonal;
    std::int32_t joint_count = 0;
    lane_vector<palette_row<Real>> rows; ///< [lane][joint][row], see `lane_stride`

    std::int32_t rows_per_joint() const { return mode == palette_mode::polar ? 4 : 3; }
    std::int32_t rows_per_lane() const { return joint_count * rows_per_joint(); }
    /// From the first row of a lane to that of the next, in rows: every lane begins on a cache line.
    std::ptrdiff_t lane_stride() const { return (std::ptrdiff_t{rows_per_lane()} + 3) / 4 * 4; }
    const palette_row<Real>* lane_rows(int lane) const {
        return rows.data() + static_cast<std::ptrdiff_t>(lane) * lane_stride();
    }
};

/// A joint of the skin: bone and inverse bind matrix, the latter also split as R W (polar) or R S
/// (diagonal), so that rigs without shear need no decomposition per frame.
template <class Real> struct bind_joint {
    std::int32_t bone = 0;
    affine<Real> inverse_bind;
    quat<Real> rotation;
    Real diagonal[3] = {1, 1, 1};
    Real off_diagonal[3] = {0, 0, 0}; ///< yz, xz, xy; zero in diagonal mode
};

/// How a mesh is bound to a rig. Made by `bind_builder`.
template <class Real> struct basic_bind {
    palette_mode mode = palette_mode::diagonal;
    std::vector<bind_joint<Real>> joints;
};

using palette = basic_palette<float>;
using bind = basic_bind<float>;

} // namespace jounce

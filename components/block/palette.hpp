#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/lane_vector.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce {

/// Four numbers, a texel or uniform of the GPU.
template <class Real> struct alignas(4 * sizeof(Real)) palette_row { Real v[4]; };

/// Skinning transforms in the order the GPU reads them: per character, per joint, rows
///   0 real quaternion (xyzw)   1 dual quaternion (xyzw)   2 scale Wxx Wyy Wzz 0
///   3 (polar only) Wyz Wxz Wxy 0
/// A vertex p becomes `rotate(real, W p) + translation`, W symmetric. In mode `matrix` the rows are those of
/// a 3x4 matrix, translation last. Written by palette.
template <class Real> struct basic_palette {
    palette_mode mode = palette_mode::diagonal;
    std::int32_t joint_count = 0;
    lane_vector<palette_row<Real>> rows; ///< [lane][joint][row], see `lane_stride`

    /// Three, or four if the mode is `polar`.
    std::int32_t rows_per_joint() const { return jounce::rows_per_joint(mode); }
    /// Rows of one character, without the padding of the last cache line.
    std::int32_t rows_per_lane() const { return joint_count * rows_per_joint(); }
    /// From the first row of a lane to that of the next, in rows: every lane begins on a cache line.
    std::ptrdiff_t lane_stride() const { return (std::ptrdiff_t{rows_per_lane()} + 3) / 4 * 4; }
    /// The first row of a character; `rows_per_lane` of them follow each other.
    const palette_row<Real>* lane_rows(int lane) const {
        return rows.data() + static_cast<std::ptrdiff_t>(lane) * lane_stride();
    }
};

using palette = basic_palette<float>; ///< in float, as programs use it

} // namespace jounce

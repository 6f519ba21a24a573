#pragma once

#include <cstdint>
#include <vector>

namespace jounce {

/// Bones of a clip that are any affine maps, evenly spaced in time: 3x4 matrices that take a vertex at rest to
/// its place, as `palette_mode::matrix` has them. Between frames they are interpolated linearly, which moves
/// every vertex straight from one frame to the next. Made by `decompose`.
struct affine_frames {
    float frames_per_second = 24;
    std::uint32_t frame_count = 0;
    std::uint32_t joint_count = 0; ///< the first joints of the binding
    std::vector<float> rows;       ///< [frame][joint][3 rows][4]

    bool empty() const { return frame_count == 0; } ///< no bones: an ordinary clip
};

} // namespace jounce

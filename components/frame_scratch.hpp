#pragma once

#include <jounce/components/poses.hpp>

#include <cstddef>
#include <span>

namespace jounce {

/// What the systems of one frame hand to each other about a block and nobody needs afterwards. It
/// belongs to whoever runs them, one per block that is under way at a time, and stays in cache: a
/// component of every block would go out to memory and come back for nothing.
struct frame_scratch {
    rigid_pose rigid; ///< arrays may be longer than the block's kind needs
    /// Memory of a block that comes next. Who computes more than it reads may fetch it meanwhile.
    std::span<const std::byte> ahead = {};
};

} // namespace jounce

#pragma once

#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>

#include <cstddef>
#include <vector>

namespace jounce {

/// Makes so many, each with room for any block. Which of them a frame uses depends on which threads
/// wake in time, so all are made before it: later frames do not allocate.
void fit_for_any_block(const crowd_index& crowd, std::size_t count,
                       std::vector<frame_scratch>& scratch);

/// Makes one for each block, of that block's size.
void fit_for_each_block(const crowd_index& crowd, std::vector<frame_scratch>& scratch);

} // namespace jounce

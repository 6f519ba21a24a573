#include <jounce/modules/pipeline/fit_scratch.hpp>

#include <jounce/components/block/block_data.hpp>

#include <algorithm>

namespace jounce {

void fit_for_any_block(const crowd_index& crowd, std::size_t count,
                       std::vector<frame_scratch>& scratch) {
    scratch.resize(std::max(scratch.size(), count));
    for (const auto& [kind, blocks] : crowd.kinds) {
        for (frame_scratch& one : scratch) {
            jounce::fit_scratch(one, *kind);
        }
    }
}

void fit_for_each_block(const crowd_index& crowd, std::vector<frame_scratch>& scratch) {
    scratch.resize(std::max(scratch.size(), crowd.blocks.size()));
}

} // namespace jounce

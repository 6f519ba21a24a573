#pragma once

#include <jounce/modules/work/work_options.hpp>

#include <cstddef>
#include <functional>
#include <string_view>

namespace jounce::work {

/// A step of a computation, and its share of the whole for whoever watches.
struct work_step {
    std::string_view name;
    double from = 0, to = 1;
};

/// Calls `piece` with ranges that cover 0..count, on the workers and the calling thread at once. Ranges do not
/// depend on the number of workers, and each is given to one thread: what writes to its own items alone gives
/// the same bits always. Progress is told between pieces of the calling thread, and at the end.
/// @param grain  items of a piece: some tens of microseconds of work
/// @return  false: cancelled, not all pieces were called
bool share_work(const work_options& work, const work_step& step, std::size_t count,
                std::size_t grain,
                const std::function<void(std::size_t begin, std::size_t end)>& piece);

} // namespace jounce::work

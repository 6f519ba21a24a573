#pragma once

#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace jounce::weights {

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

/// Makes the rows of a table the same way. `make_row` finds an empty row and fills it, its bones in any order
/// and repeatedly: they are sorted and added up, and what is no weight above zero is dropped.
/// @return  nothing: cancelled
std::optional<weight_table>
make_rows(const work_options& work, const work_step& step, std::size_t count,
          const std::function<void(std::size_t vertex, std::vector<bone_weight>& row)>& make_row);

/// Sorts by bone, adds up what a bone has several times, drops what is not above zero.
void merge_bones(std::vector<bone_weight>& row);

} // namespace jounce::weights

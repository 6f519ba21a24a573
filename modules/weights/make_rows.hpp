#pragma once

#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace jounce::weights {

using work::share_work;
using work::work_step;

/// Makes the rows of a table on the workers, the same bits for any number of them. `make_row` finds an
/// empty row and fills it, its bones in any order and repeatedly: they are sorted and added up, and what
/// is no weight above zero is dropped.
/// @return  nothing: cancelled
std::optional<weight_table>
make_rows(const work_options& of, const work_step& step, std::size_t count,
          const std::function<void(std::size_t vertex, std::vector<bone_weight>& row)>& make_row);

/// Sorts by bone, adds up what a bone has several times, drops what is not above zero.
void merge_bones(std::vector<bone_weight>& row);

} // namespace jounce::weights

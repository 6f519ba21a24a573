#pragma once

#include <jounce/modules/decompose/working_poses.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace jounce::decompose {

/// In which order bones may go: each time the one without which vertices lose least, until `least` bones are left. The
/// loss is what the squared distances of some thousand vertices rise by, if the next best bone takes its place.
/// Nothing if it was cancelled.
std::optional<std::vector<std::size_t>>
order_of_elimination(const working_poses& poses, const bone_matrices& bones, std::size_t influences,
                     std::size_t least, const work::work_options& work,
                     const work::work_step& step);

} // namespace jounce::decompose

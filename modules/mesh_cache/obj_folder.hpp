#pragma once

#include <jounce/modules/decompose/mesh_animation.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::mesh_cache {

/// Frames of one take as files, in order.
struct obj_take {
    std::string name; ///< what its files' names have before the number
    std::vector<std::filesystem::path> files;
};

/// The .obj files of a folder, by the last number in each name: `walk_2.obj` comes before `walk_10.obj`.
/// Names that differ before the number are takes of their own, in the order of their names.
/// Error names: `not_a_folder`, `cannot_read`, `missing_file` (no .obj in it), `bad_file_name` (a name without
/// a number), `duplicate_name` (two of a take have the same number), `too_many`.
/// @param rest  a file that is not a frame; may be empty, or elsewhere
result<std::vector<obj_take>> list_obj_folder(const std::filesystem::path& folder,
                                              const std::filesystem::path& rest,
                                              const cache_limits& limits = {});

/// Reads them. The first frame is the rest pose, unless `rest` names another.
/// Error names: those above and of `read_obj`; `bad_count` (files with other counts than the first),
/// `inconsistent` (with other faces), `too_large`.
result<decompose::mesh_animation> read_obj_folder(const std::filesystem::path& folder,
                                                  const std::filesystem::path& rest, double fps,
                                                  const cache_limits& limits = {});

} // namespace jounce::mesh_cache

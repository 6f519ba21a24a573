#pragma once

#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/decompose_file/make_levels.hpp>
#include <jounce/modules/mesh_cache/cached_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jounce::decompose {

/// The error of every frame as a drawing (SVG), a panel per take.
std::string error_chart(const mesh_animation& of, const decompose_report& report);

/// The vertices with the largest errors, worst first, as a table for people.
std::string worst_vertices(const mesh_animation& of, const decompose_report& report,
                           std::size_t count = 50);

/// Errors as colours, linear: from blue (none) over green and yellow to red (the largest).
std::vector<std::array<float, 3>> error_colours(std::span<const double> errors);

/// Writes `error_by_frame.svg`, `worst_vertices.txt` and `error_colours.glb` into a folder, which is made if it is
/// not there; with levels of detail also `levels.txt`. Each is written as a whole or not at all.
/// Error names: `cannot_write`, those of `make_character`.
std::optional<error> write_quality(const std::filesystem::path& folder,
                                   const mesh_cache::cached_mesh& mesh, const decomposition& found,
                                   const character_levels& levels = {});

} // namespace jounce::decompose

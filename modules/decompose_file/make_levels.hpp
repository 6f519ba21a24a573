#pragma once

#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jounce::decompose {

/// More levels of detail beside the finest are not made.
inline constexpr std::size_t max_levels = 8;

/// A level of detail of a decomposed mesh: fewer triangles on the same vertices.
struct character_level {
    double share = 1;                     ///< of the triangles, as asked for
    std::vector<std::uint32_t> triangles; ///< three vertices of the mesh each
    std::size_t kept_vertices = 0;
    double error = 0; ///< percent, of bones, weights and corrections on the vertices that are kept
    double distance = 0; ///< root mean square, of its surface from the mesh; share of the extent
    double coverage = 0; ///< it is drawn down to this share of the picture's height; 0: always
};

/// All levels of a mesh but itself.
struct character_levels {
    double finest_coverage = 0;           ///< the mesh itself is drawn down to it
    std::vector<character_level> coarser; ///< finest first
    std::vector<std::string> warnings;
};

/// What is wrong with shares of triangles. Error names: `out_of_range` (not between 0 and 1), `bad_order` (they do not
/// fall), `too_many`.
std::optional<error> find_share_fault(std::span<const double> shares);

/// Simplifies a mesh for its rest pose and up to twelve of its frames. A level that has no fewer triangles than the one
/// before is left out with a warning. A level takes over where its triangles are about five pixels wide and its surface
/// is at most a pixel off, in a picture of 1080 lines; the coarsest is always drawn.
/// Error names: those of `find_share_fault` and `simplify::simplify`.
/// @pre `found` is of the animation
result<character_levels> make_levels(const mesh_animation& of, const decomposition& found,
                                     std::span<const double> shares);

/// Levels as a table for people, one line each.
std::string levels_table(const character_levels& levels);

} // namespace jounce::decompose

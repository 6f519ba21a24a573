#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::weights {

/// Bones are numbered below this: glTF has no more joints in a skin.
inline constexpr std::int32_t max_bones = 65'536;

/// How vertices find their bones.
enum class bind_method : std::uint8_t {
    heat,          ///< heat diffusion on the surface from the nearest visible bone
    curves_wide,   ///< joint curves from centre to centre of bones: tails, snakes, fish
    curves_narrow, ///< joint curves near the joint only: limbs
    nearest,       ///< wholly the nearest bone
};

/// How to bind a mesh. The defaults suit characters of games.
struct bind_options {
    bind_method method = bind_method::heat;
    std::int32_t influences = 4; ///< at most so many bones per vertex, 1..64
    double threshold = 0.01;     ///< smaller weights are dropped, 0..0.5
    /// Heat that a vertex takes from its bone, in relation to what it takes from its neighbours: c of
    /// c / distance^2. More gives narrower transitions at joints.
    double heat = 4;
    bool needs_visibility = true; ///< heat: bones hidden by the surface do not count
    double curve_radius = 0; ///< narrow curves: reach from the joint; 0: half of the shorter bone
    std::uint64_t max_bytes = 4ULL << 30U; ///< `too_large` if it needs more
    work_options work;
};

/// Why the vertices of a part have the weights that they have.
enum class part_rule : std::uint8_t {
    visible,  ///< the method, with bones that the surface does not hide
    distance, ///< the method, with the nearest bones, hidden or not: none is visible anywhere
    borrowed, ///< those of the nearest point of another part, which sees bones: hats, swords, buttons
    nearest, ///< the nearest bone: vertices without triangles, or by wish
};

/// A connected part of the surface.
struct part_report {
    std::uint32_t first_vertex = 0; ///< lowest index of its vertices, as given
    std::size_t vertices = 0;       ///< as given, before welding
    std::size_t triangles = 0;
    part_rule rule = part_rule::visible;
    std::size_t repaired = 0; ///< vertices that see no bone and took weights from their neighbours
    bool is_closed = false;   ///< has an inside
};

/// What was found in the mesh and done about it.
struct bind_report {
    std::vector<part_report> parts; ///< by first vertex
    std::size_t welded = 0;         ///< vertices at the place of another: one and the same here
    std::size_t degenerate = 0;     ///< triangles with fewer than three places, left out
    std::size_t duplicate = 0;      ///< triangles that were there already, left out
    std::size_t flipped = 0;        ///< triangles that faced the other way than their neighbours
    std::size_t non_manifold = 0;   ///< edges with more than two triangles
    std::size_t not_finite = 0;     ///< vertices that are no numbers: they get the first bone
    std::size_t isolated = 0;       ///< vertices without triangles
    std::size_t solved = 0;         ///< unknowns per bone
    std::uint64_t bytes = 0;        ///< of memory, estimated before the work began
};

/// Weights and how they came about.
struct bound_surface {
    weight_table weights; ///< [vertex]; every row sums to one
    bind_report report;
};

/// Gives every vertex weights. It does not fail on meshes that are open, in parts, non-manifold, badly
/// oriented or degenerate: `bind_report` says what was done.
///
/// Error names: `no_bones` (no segment, or one that is not finite), `no_vertices` (none is finite),
/// `bad_index` (a triangle names a vertex that is not there, or a segment a bone beyond `max_bones`),
/// `out_of_range` (options), `too_large`, `cancelled`.
result<bound_surface> bind_surface(const surface& mesh, std::span<const bone_segment> bones,
                                   const bind_options& options = {});

/// The report of `bind_surface` by heat without the weights, in a fraction of the time: which parts see a
/// bone, and what is wrong with the mesh. Errors as there.
result<bind_report> parts_of(const surface& mesh, std::span<const bone_segment> bones,
                             const bind_options& options = {});

/// Bytes of memory that `bind_surface` needs at most, estimated.
std::uint64_t bytes_to_bind(std::size_t vertices, std::size_t triangles, std::size_t bones,
                            const bind_options& options = {});

/// @{
/// A part's rule and a method by name, for reports and files: "borrowed", "heat".
std::string_view name_of(part_rule rule);
std::string_view name_of(bind_method method);
/// @}

} // namespace jounce::weights

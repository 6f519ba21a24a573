#pragma once

#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce::weights {

/// Keeps the `most` heaviest bones of each vertex, drops weights below `threshold` of their sum and lets
/// the rest sum to one. The heaviest always stays. Of equal weights the lower bone stays. Weights that are
/// negative or no numbers count as zero.
void tidy(weight_table& table, std::int32_t most, double threshold);

/// What must stay as it is.
struct protection {
    std::vector<std::uint8_t> vertices; ///< [vertex], 1: keeps its weights; or empty
    std::vector<std::uint8_t> bones;    ///< [bone], 1: keeps its weight everywhere; or empty
};

/// Lets `changed` have the protected weights of `before`: protected vertices wholly; of others the
/// weights of protected bones, the remaining bones share what is left. Where `changed` has no other bone,
/// those of `before` do. Both have the same vertices.
void keep_protected(weight_table& changed, const weight_table& before, const protection& what);

/// Evens out weights over the surface: in each pass a vertex moves by `strength` (0..1) towards the
/// mean of its neighbours, weighted by the length of what they share: the border of their regions, which
/// runs from the middle of their edge to the middles of its triangles. Vertices at one place become and stay
/// equal. Those without weights, or with a place that is not finite, take no part.
void smooth(weight_table& table, const surface& mesh, int passes, double strength = 0.5);

/// A mirror plane through `point`, and how names of bones change sides.
struct mirror_plane {
    vec3<double> point;
    vec3<double> normal = {1, 0, 0};
    /// Vertices on the side of the normal give theirs to the other side; otherwise the reverse.
    bool from_positive = true;
    double tolerance = 0; ///< of places; 0: 1e-4 of the extent
};

/// The bone on the other side by name: .L/.R, _l/_r, Left/Right and the like; itself for a bone of the
/// middle, -1 if there is none.
std::vector<std::int32_t> mirrored_bones(std::span<const std::string> names);

/// Copies weights from one side of a plane to the other. Vertices on the plane become symmetric.
/// @param other_side  [bone], from `mirrored_bones`; -1: vertices of this bone are left alone
/// @return  vertices that should have changed and were left as they are: they, or one of their bones, have
///          no partner on the other side. All, if the normal has no direction.
std::size_t mirror(weight_table& table, std::span<const vec3<double>> positions,
                   const mirror_plane& plane, std::span<const std::int32_t> other_side);

} // namespace jounce::weights

#pragma once

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bake/record_motion.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::bake {

/// Recorded flesh as a few shapes, each with a weight in every frame: what morph targets can say.
struct flesh_shapes {
    std::vector<std::vector<vec3<float>>> shapes; ///< [shape][handle] displacement at weight 1
    std::vector<std::vector<float>> weights;      ///< [motion][frame * shapes + shape], -1 to 1
    double max_error = 0; ///< units, of any vertex in any frame, against what was recorded
    double max_swing = 0; ///< units, the largest displacement of a vertex
};

/// How far flesh may be from what was recorded where nobody says it, as a share of the model's size.
inline constexpr double default_flesh_tolerance = 1e-4;

/// The fewest shapes that are this near to all frames of all motions: principal components, by how they move vertices.
/// @param tolerance  units; 0: all shapes that motions have
/// @pre every motion has a displacement for each handle in each frame
flesh_shapes make_flesh_shapes(const tissue_set& set, std::span<const recorded_motion> motions,
                               double tolerance);

} // namespace jounce::bake

#pragma once

#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <optional>
#include <span>

namespace jounce::weights {

/// The nearest place on a joint curve.
struct curve_point {
    double weight = 0; ///< of the bone at the first end, 0..1
    double distance = 0;
};

/// The nearest place on `w^2 first + 2 w (1 - w) joint + (1 - w)^2 second`. All three may be one point. Of
/// two places that are equally near it is the mean weight.
curve_point nearest_on_curve(const vec3<double>& point, const vec3<double>& first,
                             const vec3<double>& joint, const vec3<double>& second);

/// How far curves reach from their joint.
struct curve_options {
    bool is_narrow = false; ///< false: to the middle of each bone
    double radius =
        0; ///< narrow: so far, at most to the middle; 0: half of the shortest bone that meets
};

/// Weights by curves over joints. A joint is where ends of different bones meet, up to 1e-6 of the extent of all
/// bones. A vertex takes what is nearest: a joint, which shares it among its bones, or the rest of a bone, to
/// which it belongs wholly. At a joint of more than two bones the weight of a bone is the product of its weights
/// against each of the others, and all are made to sum to one: continuous, and the same for any order.
///
/// Vertices that are not finite get the first bone. Bones that are not finite are left out; without any others
/// rows are empty.
/// @return  nothing: cancelled
std::optional<weight_table> bind_by_curves(std::span<const vec3<double>> positions,
                                           std::span<const bone_segment> bones,
                                           const curve_options& options = {},
                                           const work_options& work = {});

/// Weights by distance alone: the nearest bone has all; bones at the same distance share equally.
/// @return  nothing: cancelled
std::optional<weight_table> bind_by_nearest(std::span<const vec3<double>> positions,
                                            std::span<const bone_segment> bones,
                                            const work_options& work = {});

} // namespace jounce::weights

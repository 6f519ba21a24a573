#pragma once

// Which bones a vertex takes heat from.

#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/make_rows.hpp>
#include <jounce/modules/weights/surface.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jounce::weights {

/// The nearest bones of every vertex: several at the same distance share.
struct heat_sources {
    std::vector<double> distance;         ///< [vertex], to the nearest; infinite: none is visible
    std::vector<std::size_t> first = {0}; ///< [vertex + 1]
    std::vector<std::int32_t> bones;      ///< ranges given by `first`, ascending
};

/// A bone is visible where the straight way from the vertex to it does not leave the part that the
/// vertex belongs to. Other parts do not hide bones: a body does not hide its bones from clothes.
/// Nothing if it was cancelled.
std::optional<heat_sources> find_sources(const clean_surface& mesh,
                                         std::span<const bone_segment> bones, bool must_see,
                                         const work_options& work, const work_step& step);

/// The nearest point of a segment.
vec3<double> nearest_on(const bone_segment& bone, const vec3<double>& to);

} // namespace jounce::weights

#pragma once

// Which parts of a surface see bones, and the rule that follows for each.

#include <jounce/modules/weights/bind_surface.hpp>
#include <jounce/modules/weights/clean_surface.hpp>
#include <jounce/modules/weights/sources.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace jounce::weights {

/// A surface, refined for heat, and the bones that its vertices take heat from.
struct seen_parts {
    clean_surface fine;
    heat_sources sources;
    std::vector<part_rule> rule;       ///< [part]
    std::vector<std::size_t> repaired; ///< [part] vertices that see no bone in a part that does
};

/// Nothing if it was cancelled.
std::optional<seen_parts> look_for_bones(const clean_surface& mesh,
                                         std::span<const bone_segment> bones,
                                         const bind_options& options);

/// What was found in the mesh, by the vertices as they were given.
bind_report report_of(const surface& given, const clean_surface& mesh,
                      std::span<const part_rule> rule, std::span<const std::size_t> repaired);

} // namespace jounce::weights

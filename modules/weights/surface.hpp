#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/work/work_options.hpp>

#include <cstdint>
#include <span>

namespace jounce::weights {

/// A mesh to be bound. Any unit of length; the same one for bones.
struct surface {
    std::span<const vec3<double>> positions;  ///< [vertex]
    std::span<const std::uint32_t> triangles; ///< three vertices each
};

/// A piece of a bone at rest. A bone that forks has one for each child. Head and tail may be the same
/// point: then it is a point handle.
struct bone_segment {
    std::int32_t bone = 0;
    vec3<double> head;
    vec3<double> tail;
};

using work::work_options;

} // namespace jounce::weights

#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace tf {
class Executor;
} // namespace tf

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

/// How long computations run, and who watches them. None of it changes results.
struct work_options {
    tf::Executor* workers = nullptr; ///< null: the calling thread
    /// Called from the calling thread with a step and the share done of all steps, 0..1. Returns
    /// false to cancel.
    std::function<bool(std::string_view step, double share)> progress;
};

} // namespace jounce::weights

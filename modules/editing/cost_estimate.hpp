#pragma once

#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace jounce::editing {

/// What decides how much a character costs.
struct character_counts {
    std::size_t bones = 0;
    std::size_t springs = 0;
    std::size_t colliders = 0; ///< its own
    std::size_t joints = 0;    ///< rows of its palette
};

/// Counts them.
character_counts count_parts(const character_kind& kind);

/// How to measure.
struct measure_options {
    std::size_t copies = 256; ///< 64 to 1000 characters are spawned
    int frames = 30;          ///< 1 to 1000; as many again run before, unmeasured
    float dt = 1.0F / 60;
};

/// What a crowd of 1000 such characters costs on one thread.
struct crowd_cost {
    character_counts counts;
    /// By the counts alone, at the rates of the README's table: of one machine, for a first idea and for
    /// comparing two characters. ms per frame.
    double counted_ms = 0;
    double measured_ms = 0; ///< on this machine, ms per frame: the median of the frames measured
    std::size_t copies =
        0; ///< that were measured; the cost per character hardly changes with their number
};

/// Measures in a world of its own. Characters play their first clip, each from another moment. Takes the time
/// of the frames; do it while nothing else runs.
/// @param clock  nanoseconds; `now_ns`, or one of a test
///
/// Error names: `no_kind`, `bad_option`.
result<crowd_cost> estimate_cost(const gltf::ready_kind& of, const measure_options& options,
                                 const std::function<std::uint64_t()>& clock);

} // namespace jounce::editing

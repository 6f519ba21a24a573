#pragma once

#include <cstdint>
#include <string>

namespace churn {

/// What a run came to.
struct outcome {
    std::string fault;      ///< what did not hold; empty if all did
    int frame = 0;          ///< in which
    int came = 0;           ///< characters in all
    int clears = 0;         ///< of the whole registry
    std::uint64_t hash = 0; ///< of all frames; the same for any number of workers
};

/// Frames of a world in which characters are spawned, despawned, destroyed one by one and in ranges,
/// cleared, given levels of detail, retuned, and set back to snapshots, in numbers that do not divide
/// by those of threads. What happens depends on the seed alone.
/// @param workers  0: on the calling thread
outcome run(std::uint32_t seed, int frames, int workers);

} // namespace churn

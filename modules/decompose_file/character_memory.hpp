#pragma once

#include <jounce/modules/decompose/decomposition.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce::decompose {

/// Memory that a decomposed character takes in a program, in bytes, by the types that hold it.
struct character_memory {
    std::uint64_t weights = 0;     ///< of all vertices; shared by all characters
    std::uint64_t corrections = 0; ///< morph targets with normals; shared
    std::vector<std::uint64_t>
        clips; ///< [take], with weights of corrections; each shared by all who play it
    std::vector<std::uint64_t>
        caches;                ///< [take], the frames as positions of vertices, for comparison
    std::uint64_t palette = 0; ///< of a character that has bones
    /// Of a character without bones that plays from a clip texture, and what it sends to the GPU in a frame. 0 for
    /// rigid bones, whose clips are tracks.
    std::uint64_t instance = 0;
    std::uint64_t instance_sent = 0;

    /// All that characters share, clips included.
    std::uint64_t shared() const;
};

/// @pre `takes` are those of the decomposition
character_memory memory_of(const decomposition& found, std::span<const take> takes);

} // namespace jounce::decompose

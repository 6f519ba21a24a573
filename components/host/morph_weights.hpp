#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// As `morph_weights::rank`: no target is left out.
inline constexpr std::uint32_t all_morph_targets = 0xFFFFFFFF;

/// How much of each morph target a character's meshes show. Optional component of a character.
/// While it plays clips, sample writes `weights`: the values of the clips, and `rest` for weights
/// without a track. The host writes `rest` at any time between frames (to blink, to speak), and
/// `weights` itself only on characters that play nothing.
struct morph_weights {
    std::vector<std::uint32_t> first{0}; ///< [mesh + 1] into the other two, ascending
    std::vector<float> rest;
    std::vector<float> weights;
    /// Of every mesh only so many of the first targets are used. Corrections of a decomposed mesh come in the
    /// order of what they contribute: a distant character needs fewer. Written by the host.
    std::uint32_t rank = all_morph_targets;

    /// Meshes of the model, those without morph targets included.
    std::size_t mesh_count() const { return first.size() - 1; }
    /// The weights of the morph targets of a mesh that `rank` leaves in use.
    std::span<const float> of(std::size_t mesh) const {
        return {weights.data() + first[mesh], std::min(first[mesh + 1] - first[mesh], rank)};
    }
};

/// Weights of meshes in the order of the model, at rest.
inline morph_weights make_morph_weights(std::span<const std::vector<float>> rest_of_meshes) {
    morph_weights out;
    for (const std::vector<float>& rest : rest_of_meshes) {
        out.rest.insert(out.rest.end(), rest.begin(), rest.end());
        out.first.push_back(static_cast<std::uint32_t>(out.rest.size()));
    }
    out.weights = out.rest;
    return out;
}

} // namespace jounce

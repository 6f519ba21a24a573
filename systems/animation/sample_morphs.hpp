#pragma once

#include <jounce/components/host/morph_weights.hpp>
#include <jounce/systems/animation/sample.hpp>

namespace jounce {

/// Evaluates the morph tracks of what one character plays. Override layers are averaged by their
/// weights, a layer whose clip has no track for a mesh with the rest weights; additive ones add `w
/// (value - rest)`. A track for a mesh that the character does not have is ignored. If a track has
/// another number of weights, those that both have are used. Targets beyond `rank` stay at rest.
/// Reads  rest.  Writes  weights, found keys.  Cost  O(weights * layers + keys found).
void sample_morphs(const character_moment& now, morph_weights& to) noexcept;

} // namespace jounce

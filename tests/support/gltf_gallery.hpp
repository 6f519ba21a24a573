#pragma once

#include "support/gltf_builder.hpp"

namespace jounce::test {

/// A wall of sixteen panels, each with another thing that a material, a texture or a node can have: metal, samplers,
/// texture transforms, both sets of coordinates, normal maps (one mirrored by its node), holes, blending, light of
/// their own, vertex colours, occlusion, panels seen from behind. Clip 0 turns the first four for a second.
gltf_builder gallery();

} // namespace jounce::test

#pragma once

#include "support/gltf_builder.hpp"

namespace jounce::test {

/// A wall of sixteen panels, each with another thing that a material, a texture or a node can have: metal, samplers,
/// texture transforms, both sets of coordinates, normal maps (one mirrored by its node), holes, blending, light of
/// their own, vertex colours, occlusion, panels seen from behind. Clip 0 turns the first four for a second.
gltf_builder gallery();

/// Which panel has its picture and no light.
inline constexpr std::size_t unlit_panel = 10;
/// The texels of its picture, 16 x 16, RGBA: corners can be told apart, and a third of it has less alpha.
std::vector<std::uint8_t> gallery_colours();

} // namespace jounce::test

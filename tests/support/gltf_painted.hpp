#pragma once

#include "support/gltf_builder.hpp"

#include <string>
#include <vector>

namespace jounce::test {

/// A face that is painted once for both halves: six vertices at x = -1, 0, 1, normals along z, u = |x|, four triangles,
/// the right half first. Mesh 0, node 0, accessors 0 positions, 1 normals, 2 texture coordinates, 3 indices, 4 colours,
/// which are one floating red for all. Image 0 is a PNG of 2 x 1 texels in a buffer view, image 1 the same in a data
/// URI; texture 0 and 1 show them. Material 0 has texture 0 as colour and texture 1 as normal map.
gltf_builder painted();

/// The texels of its images.
std::vector<std::uint8_t> painted_texels();

/// The same with what VRM 1.0 says of toon materials, and as VRM 0.x says it.
gltf_builder painted_toon();
gltf_builder painted_old_toon();

/// The same with two morph targets, a skin of two joints, and a coarser level of one triangle per half (`MSFT_lod`).
gltf_builder painted_character();

} // namespace jounce::test

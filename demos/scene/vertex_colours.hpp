#pragma once

#include <jounce/modules/gltf/model.hpp>

#include <cstdint>
#include <vector>

namespace demo {

/// The colours of a mesh's vertices (`COLOR_0`), RGBA8 with R in the lowest byte. Empty if the file has none, or keeps
/// them in a way that this demo does not read (sparse, compressed).
std::vector<std::uint32_t> vertex_colours(const jounce::gltf::model& in,
                                          const jounce::gltf::mesh& of);

} // namespace demo

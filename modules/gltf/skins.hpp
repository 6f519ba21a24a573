#pragma once

#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// Joints of all skins, one after the other. `bind_description::bone` is a node until the rig is built.
/// Mistakes: `bad_skin` and those of `read_floats`.
void read_skins(source& from, model& into);

/// Joints are counted in 16 bits.
inline constexpr std::size_t max_joints = 65536;

} // namespace jounce::gltf

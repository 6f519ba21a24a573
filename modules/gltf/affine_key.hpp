#pragma once

namespace jounce::gltf {

/// Animations of decomposed meshes have this in their extras: an object with `rows`, an accessor of VEC4
/// floats [frame][joint][3 rows] that take vertices at rest to their place; `skin`, whose first joints they
/// are of; `frames` and `fps`. Written by modules/decompose_file, read into `clip::affine`.
inline constexpr const char* affine_key = "jounce_affine";

} // namespace jounce::gltf

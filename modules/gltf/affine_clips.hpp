#pragma once

#include <jounce/modules/gltf/affine_key.hpp>
#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// Reads what extras of animations have under `affine_key` into the clips. Mistakes: `bad_animation`, `unsupported` (a skin other than the
/// first), those of JSON documents and of accessors.
/// @pre `read_skins`; the clips are in the order of the file
void read_affine_clips(source& from, const json::value& root, model& into);

} // namespace jounce::gltf

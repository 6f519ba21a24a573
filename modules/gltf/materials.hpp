#pragma once

#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// Materials, textures and the names of images into `model::surfaces`, each in the order of the file. Mistakes:
/// `bad_index` and those of `json::value`. Values that are out of range or unknown are replaced with a warning.
/// @pre `parse_document`
void read_materials(source& from, const json::value& root, model& into);

/// Textures and the names of images alone. Mistakes: as above.
void read_textures(source& from, const json::value& root, material_set& into);

} // namespace jounce::gltf

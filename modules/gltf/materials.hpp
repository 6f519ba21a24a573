#pragma once

#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// Materials, textures and the names of images into `model::surfaces`, each in the order of the file. Mistakes:
/// `bad_index` and those of `json::value`. Values that are out of range or unknown are replaced with a warning.
/// @pre `parse_document`
void read_materials(source& from, const json::value& root, model& into);

/// Textures and the names of images alone. Mistakes: as above.
void read_textures(source& from, const json::value& root, material_set& into);

/// Decodes pictures that materials use, if `read_limits` asks for them. Those that cannot be read are left without
/// texels, with a warning.
/// @pre `read_materials`, `decode_views`
void read_images(source& from, const json::value& root, model& into);

/// Makes tangents for meshes with a normal map and without any, if `read_limits` asks for them. See `mesh::copied_from`.
/// @pre `read_meshes`, `read_levels`
void make_missing_tangents(source& from, model& into);

} // namespace jounce::gltf

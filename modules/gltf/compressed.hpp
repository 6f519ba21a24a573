#pragma once

#include <jounce/modules/gltf/source.hpp>

#include <cstddef>
#include <vector>

namespace jounce::gltf {

/// [buffer]; whether all views in it are compressed, so that it is only for readers that cannot
/// decompress: it may have no bytes.
/// @pre `check_document`
std::vector<bool> find_placeholders(const json::value& root, std::size_t buffers);

/// Decodes the views of EXT_meshopt_compression and KHR_meshopt_compression into
/// `source::decoded_views`, and finds out which views are missing. Mistakes: `bad_compression`,
/// `bad_accessor`, `too_large`.
/// @pre `read_buffers`, `parse_document`
void decode_views(source& from, const json::value& root);

/// Decodes the primitives of KHR_draco_mesh_compression: their attributes and indices become accessors
/// of their own at the end of the document. Mistakes: `bad_compression`, `bad_accessor`, `too_large`,
/// and `unsupported_extension` for a jounce without Draco where there is nothing else to read.
/// @pre `decode_views`, `check_layout`
void decode_primitives(source& from, const json::value& root);

} // namespace jounce::gltf

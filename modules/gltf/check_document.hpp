#pragma once

#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// Checks version and extensions: what the file needs must be something that the loader knows.
/// Mistakes: `unsupported_version`, `unsupported_extension`.
void check_asset(source& from, const json::value& root);

/// Checks all that the loader will look at: members there, of the right type, every index inside the
/// list that it counts in. Mistakes: `bad_index` and those of `json::value`.
void check_document(source& from, const json::value& root);

/// Hands the checked document to tinygltf: only the lists that the loader reads, without extras and
/// extensions, so that nothing unchecked reaches it. Fills `source::document`.
void parse_document(source& from, const json::value& root);

/// Checks that views lie in their buffers and accessors in their views. Mistakes: `bad_accessor`.
/// @pre `parse_document`, `read_buffers`
void check_layout(source& from);

} // namespace jounce::gltf

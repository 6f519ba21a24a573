#pragma once

#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jounce::editing {

/// The settings inside a glTF document as they are written there: `extras.jounce_springs` of the document, else of the
/// scene that is shown. Where somebody typed them as text, that text. Nothing if there are none.
/// @pre the document has been read as a model
std::optional<std::string> settings_in_document(std::string_view json);

/// The bytes of a .gltf or .glb with these settings inside: where others were they take their place, else they
/// become extras of the document. All other bytes of the document stay, and so do all other chunks of a .glb.
/// @param name  of the file, for messages
///
/// Error names: `bad_json`, `bad_container`, `too_large`.
result<std::string> put_settings(std::string_view file_bytes, std::string_view settings,
                                 const std::filesystem::path& name);

} // namespace jounce::editing

#pragma once

#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace jounce {

/// Writes a file beside the one that is meant and puts it in its place: whoever reads finds all of
/// the old text or all of the new. Nothing is left behind where it fails.
/// Error name: `cannot_write`.
std::optional<error> replace_file(const std::filesystem::path& file, const std::string& text);

} // namespace jounce

#pragma once

#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jounce {

/// The suffix of a file's name with its dot, in small letters: ".glb"; empty if there is none.
std::string lower_suffix(const std::filesystem::path& file);

/// What is wrong with a name for a file of one format: a suffix that is another's, so that
/// `suggest fox.glb -o fox.glb` does not write settings over a model. Devices and FIFOs may be called
/// anything. Error names: `wrong_suffix`, those of `find_write_target`.
std::optional<error> check_suffix(const std::filesystem::path& file, std::string_view suffix,
                                  std::string_view what);

} // namespace jounce

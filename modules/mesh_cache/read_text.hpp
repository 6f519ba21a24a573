#pragma once

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace jounce::mesh_cache {

/// The bytes of a regular file. Error names: `missing_file`, `not_a_file`, `too_large`, `unreadable`.
result<std::string> read_text(const std::filesystem::path& file, std::uint64_t max_bytes);

} // namespace jounce::mesh_cache

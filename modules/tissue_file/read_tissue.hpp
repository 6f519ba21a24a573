#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/tissue_figures.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace jounce::tissue {

/// The version of files that is read and written.
inline constexpr int file_version = 1;

/// Reads a file of baked tissue. Files are not trusted: sizes are checked before memory is asked for, and all of it is
/// checked before it is given out (`check_tissue`).
///
/// Error names: `missing_file`, `not_a_file`, `too_large`, `unreadable`, `bad_container`, `bad_json`, `missing_member`,
/// `wrong_type`, `out_of_range`, `unsupported_version`, `bad_buffer` (an array beyond the end of the data), `bad_count`
/// and those of `check_tissue`. Messages name the file.
/// @param figures  gets what the bake measured, if not null
result<baked_tissue> read_tissue(const std::filesystem::path& file,
                                 tissue_figures* figures = nullptr);

/// The same for a file in memory; `name` stands for it in messages.
result<baked_tissue> parse_tissue(std::span<const std::byte> bytes,
                                  const std::filesystem::path& name,
                                  tissue_figures* figures = nullptr);

/// Refuses tissue that was made for another mesh. Error name: `other_mesh`.
/// @param mesh_hash  `hash_of` the mesh that is to have it
result<void> check_mesh(const baked_tissue& tissue, std::uint64_t mesh_hash);

} // namespace jounce::tissue

#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/tissue_figures.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace jounce::tissue {

/// The bytes of a file of baked tissue: a binary glTF without a scene. Figures go with it, for `jounce tissue inspect`.
/// Error names: those of `check_tissue` and of `glb_document`.
result<std::string> tissue_bytes(const baked_tissue& tissue, const tissue_figures& figures);

/// Writes them as a whole or not at all. Error names: those above, `cannot_write`.
std::optional<error> write_tissue(const std::filesystem::path& file, const baked_tissue& tissue,
                                  const tissue_figures& figures);

} // namespace jounce::tissue

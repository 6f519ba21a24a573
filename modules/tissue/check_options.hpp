#pragma once

#include <jounce/modules/tissue/bake_tissue.hpp>

#include <optional>

namespace jounce::tissue {

/// What is wrong with options for a mesh, if anything. Error names: `bad_option`, `bad_count`, `bad_number`,
/// `bad_index`, `bad_mesh`.
std::optional<error> check_options(const tissue_mesh& mesh, const tissue_options& options);

} // namespace jounce::tissue

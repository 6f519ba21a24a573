#pragma once

#include <jounce/modules/tissue_bake/bake_tissue_file.hpp>

#include <string>

namespace jounce::cli {

/// What was baked, for people.
std::string tissue_text(const tissue::bake_file_report& report, const std::filesystem::path& out);
/// The same as one JSON object.
std::string tissue_json(const tissue::bake_file_report& report,
                        const tissue::bake_file_options& options);

/// What is in a file, for people.
std::string tissue_text(const tissue::baked_tissue& tissue, const tissue::tissue_figures& figures);
/// The same as one JSON object.
std::string tissue_json(const tissue::baked_tissue& tissue, const tissue::tissue_figures& figures,
                        const std::filesystem::path& file);

} // namespace jounce::cli

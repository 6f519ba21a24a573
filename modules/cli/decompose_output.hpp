#pragma once

#include <jounce/modules/decompose_file/decompose_file.hpp>

#include <string>

namespace jounce::cli {

/// What was found, as one JSON object in one line.
std::string decompose_json(const decompose::decompose_file_report& report,
                           const decompose::decompose_file_options& options);

/// The same as a few lines for people.
std::string decompose_text(const decompose::decompose_file_report& report,
                           const decompose::decompose_file_options& options);

} // namespace jounce::cli

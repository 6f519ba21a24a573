#pragma once

#include <jounce/modules/binding/bind_file.hpp>

#include <string>

namespace jounce::cli {

/// What `jounce bind` prints: one line of JSON, or text, with a table of parts if it is wanted.
std::string bind_json(const binding::bind_file_report& report,
                      const binding::bind_file_options& options);
std::string bind_text(const binding::bind_file_report& report,
                      const binding::bind_file_options& options, bool parts);

} // namespace jounce::cli

#pragma once

// Output of `jounce simulate`.

#include <jounce/modules/bake/bake_file.hpp>

#include <string>
#include <string_view>

namespace jounce::cli {

/// @pre one of "stable", "reference" and "vrm"
solver_id solver_from_name(std::string_view name);

/// One line.
std::string simulate_json(const bake::bake_report& report, const std::string& in,
                          const std::string& out);
std::string simulate_table(const bake::bake_report& report, const std::string& out);

} // namespace jounce::cli

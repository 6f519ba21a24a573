#pragma once

#include <cstdint>
#include <string_view>

namespace jounce::cli {

/// Whether a person watches stderr.
bool stderr_is_terminal();

/// One line on stderr that is written over, and wiped at the end.
void show_progress(std::string_view what, std::int64_t done, std::int64_t of);

} // namespace jounce::cli

#pragma once

#include <string_view>

namespace jounce {

/// Whether a name of a file stands for many: it has a `*` or a `?`.
bool is_pattern(std::string_view text);

/// `*` is any number of characters, none too, `?` is one; all others are themselves. Case counts.
/// Takes time in proportion to both lengths multiplied, whatever the pattern.
bool matches(std::string_view pattern, std::string_view name);

} // namespace jounce

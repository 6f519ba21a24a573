#pragma once

#include <string_view>

namespace jounce {

/// Whether a name is a pattern: it has a `*` or a `?`.
bool is_pattern(std::string_view text);

/// `*` matches any number of characters, including none, `?` matches one; all others match
/// themselves. Case-sensitive. The time is bounded by the product of both lengths, for any pattern.
bool matches(std::string_view pattern, std::string_view name);

} // namespace jounce

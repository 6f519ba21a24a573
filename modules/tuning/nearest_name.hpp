#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jounce {

/// Words that end a message about a name that is not known: `did you mean "hook"?`. The nearest
/// name need not be similar, so there is always a suggestion unless no name is known.
std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> known);

/// The same for words of a command line, where something far off is no help: empty unless one of the
/// known words is near, or is the only one that begins so. Dashes do not count: `-json` is `--json`.
std::string near_word(std::string_view wrong, std::span<const std::string_view> known);

} // namespace jounce

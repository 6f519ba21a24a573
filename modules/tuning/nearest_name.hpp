#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jounce {

/// Words that end a message about a name that is not known: `did you mean "hook"?`. Nothing similar
/// is still the nearest, so there is always a suggestion unless nothing is known at all.
std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> known);

} // namespace jounce

#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace jounce::editing {

/// Changes a JSON text so that it says something else. Bytes that need not change stay: order of keys,
/// spelling of numbers, white space. What is new takes the layout of its neighbours.
/// @param wanted  what it is to say; new members come after the member before them there
/// @pre the text is valid JSON without duplicate keys
/// @return nothing if the text could not be changed piece by piece
std::optional<std::string> patch_json(std::string_view text, const nlohmann::ordered_json& wanted);

} // namespace jounce::editing

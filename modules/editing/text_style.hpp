#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace jounce::editing {

/// How somebody laid out a JSON text.
struct text_style {
    std::string newline;   ///< empty: all is on one line
    std::string unit;      ///< of indentation
    bool is_spaced = true; ///< a space after colons and commas
};

/// Looks at a text. One without lines to learn from is taken as `write_spring_file` would have written it.
text_style style_of(std::string_view text);

/// The white space that the line of a place begins with.
std::string_view indent_at(std::string_view text, std::size_t at);

/// A value as text of that style: with lines, an object and a list of objects have a line per part, as
/// `write_spring_file` has it. Numbers have the fewest digits that read back as the same.
/// @param indent  of the line that it begins on
/// @param lines   false: on one line
std::string format_json(const nlohmann::ordered_json& value, const text_style& style,
                        const std::string& indent, bool lines);

} // namespace jounce::editing

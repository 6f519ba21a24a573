#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace jounce::json {

/// Steps over the values of a JSON text without building them. Never recurses: nesting is counted.
/// @pre the text is valid JSON; in any other it stops somewhere within the text
struct text_walk {
    std::string_view text;
    std::size_t at = 0;

    /// The next character; 0 at the end.
    char here() const { return at < text.size() ? text[at] : '\0'; }

    /// To what is no white space.
    void skip_space() { at = std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }

    /// The text of a string with its quotes, after stepping over it.
    std::string_view take_string() {
        const std::size_t begin = at++;
        while (at < text.size() && text[at] != '"') {
            at += text[at] == '\\' ? 2U : 1U;
        }
        at = std::min(at + 1, text.size());
        return text.substr(begin, at - begin);
    }

    /// To behind a value.
    void skip_value() {
        int depth = 0;
        do {
            skip_space();
            const char c = here();
            if (c == '"') {
                take_string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at;
            } else if (c == ',' || c == ':') {
                ++at;
            } else {
                at = std::min(text.find_first_of(" \t\r\n,]}", at), text.size());
            }
        } while (depth > 0 && at < text.size());
    }

    /// To the next member or element; false at the closing bracket.
    bool next() {
        skip_space();
        if (here() == ',') {
            ++at;
            skip_space();
        }
        return at < text.size() && here() != '}' && here() != ']';
    }
};

} // namespace jounce::json

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::editing {

/// A range of a text.
struct text_span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A member of an object, or an element of an array.
struct text_part {
    std::string key;       ///< of a member
    std::size_t begin = 0; ///< of the key, or of the element
    text_span value;
};

/// Where the whole value of a JSON text is. @pre valid JSON
text_span root_span(std::string_view text);

/// The parts of an object or array, in order; none of any other value. @pre valid JSON
std::vector<text_part> parts_of(std::string_view text, const text_span& container);

/// Where the member of an object is; nothing if there is none. @pre valid JSON
std::optional<text_span> member_span(std::string_view text, const text_span& object,
                                     std::string_view key);

} // namespace jounce::editing

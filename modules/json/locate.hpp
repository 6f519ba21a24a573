#pragma once

#include <cstddef>
#include <string_view>

namespace jounce::json {

/// A place in a text, as editors count: from 1, columns in bytes.
struct text_place {
    std::size_t line = 0; ///< 0: not found
    std::size_t column = 0;
};

/// The place that a JSON pointer refers to: of the key of a member, or of an element itself. The
/// parser does not keep places, so the text is scanned again; only messages need this.
/// @pre the text is valid JSON; in any other, and for a pointer to nothing, the place is not found
text_place locate(std::string_view text, std::string_view pointer);

} // namespace jounce::json

#pragma once

#include <string>
#include <vector>

namespace jounce_test {

/// Text that `parse_spring_file` must refuse.
struct malformed_text {
    std::string what;
    std::string text;
    std::string error;    ///< its name
    std::string mentions; ///< part of the message: place, cause or remedy
};

std::vector<malformed_text> malformed_spring_files();

} // namespace jounce_test

#pragma once

#include <string_view>

// The version of these headers. CMake reads it from here.
#define JOUNCE_VERSION_MAJOR 0
#define JOUNCE_VERSION_MINOR 2
#define JOUNCE_VERSION_PATCH 0

/// One number to compare with: 200 is 0.2.0.
#define JOUNCE_VERSION                                                                             \
    (JOUNCE_VERSION_MAJOR * 10000 + JOUNCE_VERSION_MINOR * 100 + JOUNCE_VERSION_PATCH)

namespace jounce {

/// The version of the library that the program links, as text: "0.2.0". If it differs from that of
/// the headers, the program was built wrongly.
std::string_view library_version() noexcept;

} // namespace jounce

#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace jounce {

/// printf onto the end of a string; what is beyond 255 characters is cut.
[[gnu::format(printf, 2, 3)]] inline void append_format(std::string& to, const char* format, ...) {
    char line[256];
    std::va_list values;
    va_start(values, format);
    const int length = std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (length > 0) {
        to += line;
    }
}

} // namespace jounce

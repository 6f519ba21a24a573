#pragma once

// What the command lines of all programs that draw have in common.

#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <span>
#include <string>

namespace demo {

/// Pixels of a picture.
struct picture_size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// "WxH" from 64x64 to 4096x4096; nothing for anything else.
inline std::optional<picture_size> read_size(const std::string& text) {
    unsigned width = 0;
    unsigned height = 0;
    char beyond = 0;
    if (std::sscanf(text.c_str(), "%5ux%5u%c", &width, &height, &beyond) != 2 || width < 64 ||
        height < 64 || width > 4096 || height > 4096) {
        return std::nullopt;
    }
    return picture_size{width, height};
}

/// A line for each key, for the help.
template <class Control> std::string list_keys(std::span<const Control> all) {
    std::string out;
    for (const Control& each : all) {
        char line[128];
        std::snprintf(line, sizeof line, "  %-10.*s %.*s\n", static_cast<int>(each.key.size()),
                      each.key.data(), static_cast<int>(each.help.size()), each.help.data());
        out += line;
    }
    return out;
}

/// Runs a program with its words; what is thrown (memory may run out) is printed under its name.
template <class Run> int run_program(const char* name, int count, char** words, Run run) {
    try {
        const std::size_t given = count > 0 ? static_cast<std::size_t>(count) - 1 : 0;
        return run(std::span<const char* const>(words + (count > 0 ? 1 : 0), given));
    } catch (const std::exception& wrong) {
        std::fprintf(stderr, "%s: %s\n", name, wrong.what());
        return 2;
    }
}

} // namespace demo

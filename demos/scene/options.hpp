#pragma once

#include <jounce/modules/cli/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo {

/// The command line.
struct options {
    std::string file;              ///< glTF or VRM, may be empty
    std::vector<std::string> herd; ///< more animals of the stampede
    std::string springs;           ///< settings for it, may be empty
    std::string stage = "tour";
    std::int64_t characters = 0; ///< 0: as many as the stage usually has
    std::int64_t frames = 0;     ///< 0: 360 off-screen, until closed in a window
    std::int64_t threads = 0;
    std::string schedule = "by_block";
    std::string backend = "auto";
    std::string route = "automatic";
    std::string size = "1280x720";
    std::string record;
    std::string keys;
    bool window = false;
    bool off_screen = false;
    bool no_pictures = false;
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
};

/// As `cli::parse`.
std::optional<int> read_options(jounce::cli::arguments given, options& to);

} // namespace demo

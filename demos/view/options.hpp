#pragma once

#include "common/camera.hpp"

#include <jounce/modules/cli/options.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace viewer {

/// The command line.
struct options {
    std::string file;
    std::string springs; ///< settings, may be empty
    std::string clip;
    bool rest = false;       ///< no clip
    double time = 0;         ///< of the clip, where pictures begin
    std::int64_t frames = 0; ///< of the world; 0: the clip's length, no end in a window
    std::string size = "1280x720";
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::string backend = "auto";
    std::string pictures; ///< folder; empty: none
    std::string picture;  ///< file; empty: none
    std::string camera;
    std::optional<demo::camera> exact; ///< of `camera`
    bool no_springs = false;
    bool linear = false;
    std::string background;
    std::optional<std::uint32_t> colour; ///< of `background`, RGBA
    bool no_ground = false;
    bool split = false;
    std::string keys;
    std::int64_t threads = 0;
    bool off_screen = false;

    bool wants_pictures() const { return !pictures.empty() || !picture.empty(); }
};

/// As `cli::parse`.
std::optional<int> read_options(jounce::cli::arguments given, options& to);

} // namespace viewer

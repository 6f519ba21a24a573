#pragma once

#include "choices.hpp"
#include "stage.hpp"

#include <string>
#include <string_view>

namespace viewer {

/// What keys ask of the program itself.
struct key_wishes {
    bool screenshot = false;
    bool camera_home = false;
    bool quit = false;
};

/// Takes a key. Returns what it did, for people; empty: it is not one of ours.
std::string press(std::string_view key, choices& to, stage& on, key_wishes& wishes);
/// A line for each key.
std::string keys_help();

} // namespace viewer

#pragma once

#include "settings.hpp"

#include <span>
#include <string>
#include <string_view>

namespace demo {

/// A key and what it does.
struct control {
    std::string_view key; ///< as `window::on_key` names it
    std::string_view help;
    /// Changes the settings; returns what was done, for the log.
    std::string (*apply)(settings& to);
};

/// Every control, in the order of the help.
std::span<const control> controls();

/// Does what a key is for. Empty if it is for nothing.
std::string press(std::string_view key, settings& to);

std::string_view exhibition_name(exhibition stage);

/// The list for people, a line each.
std::string controls_help();

} // namespace demo

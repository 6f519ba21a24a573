#pragma once

#include <string_view>

namespace jounce {

/// The version of the project as its build has it: "0.1.0".
std::string_view library_version() noexcept;

} // namespace jounce

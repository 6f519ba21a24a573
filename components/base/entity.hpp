#pragma once

#include <cstdint>

namespace entt {
// Declared, not defined: components name entities but include no library.
enum class entity : std::uint32_t;
} // namespace entt

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace jounce {

/// Kernels are compiled once per level and the fastest that the CPU has is chosen at start. `v2` and
/// `v3` give the same bits on every CPU (lockstep, replays); `v3fma` is the fastest and the default
/// where it runs. Kernels in double, for verification, are those of the lowest level whatever is
/// chosen. The environment variable JOUNCE_ISA forces one by its name: "v2".
enum class isa_level : std::uint8_t { generic, v2, v3, v3fma };

/// The name of a level: "v3fma".
std::string_view isa_name(isa_level level) noexcept;
/// The level of that name, if there is one. The CPU need not have it.
std::optional<isa_level> isa_from_name(std::string_view name) noexcept;

/// Levels that this build contains and this CPU runs, slowest first.
std::span<const isa_level> supported_isa_levels() noexcept;

/// The level that `fk`, `integrate`, ... run on now.
isa_level active_isa() noexcept;

/// Switches the level; false (and no change) if it is not supported.
/// @pre no pipeline is running
bool select_isa(isa_level level) noexcept;

} // namespace jounce

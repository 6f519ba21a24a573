#pragma once

#include <jounce/modules/render/appearance.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce::render {

/// One of several meshes of a character, finest first.
struct mesh_level {
    mesh_id mesh{};
    /// Drawn while the character takes up at least this share of the picture's height (the diameter of its bounding
    /// sphere). Below that of the last level nothing is drawn; 0: always drawn.
    float min_size = 0;
};

/// The most levels that a mesh can have: the finest, and eight coarser ones as files have them.
inline constexpr std::size_t max_mesh_levels = 9;

/// A finer level is taken again only when a character is this much larger than its threshold, so that nobody
/// flickers who stands on it.
inline constexpr float level_hysteresis = 1.1F;

/// The level of a character of some size, given the one it had; `levels.size()`: too small to be drawn.
/// @param squared_size  of the share of the picture's height
/// @pre thresholds do not rise
std::uint8_t choose_level(std::span<const mesh_level> levels, float squared_size,
                          std::uint8_t before) noexcept;

} // namespace jounce::render

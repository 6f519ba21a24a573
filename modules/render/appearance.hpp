#pragma once

#include <jounce/systems/skin/cpu_skin.hpp>

#include <cstdint>
#include <vector>

/// Drawing of skinned characters: their appearance, meshes in parts, and a renderer for bgfx.
namespace jounce::render {

/// A mesh that a `skin_renderer` knows: one of `add_mesh`, or several of `add_levels`.
enum class mesh_id : std::uint32_t {};

/// How a character is drawn. Component of a character, written by the host between frames; one without
/// it is simulated but not drawn.
struct appearance {
    std::vector<mesh_id> meshes; ///< in the order of `morph_weights`, if it has any
    skin_method method = skin_method::dual_quaternion;
    bool rigid = false;              ///< as animated, without springs
    bool hidden = false;             ///< neither uploaded nor drawn
    std::uint32_t tint = 0xFFFFFFFF; ///< RGBA8, R in the lowest byte, multiplies the mesh's colours
    std::uint8_t level = 0;          ///< of detail, last drawn; written by `skin_renderer::upload`
};

} // namespace jounce::render

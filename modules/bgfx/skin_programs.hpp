#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>

namespace jounce::render {

/// One fragment shader with every vertex shader that characters may be drawn by. Made by
/// `skin_renderer::link` and `link_surface`.
struct skin_programs {
    unique_handle<bgfx::ProgramHandle> four;    ///< skins, four influences
    unique_handle<bgfx::ProgramHandle> eight;   ///< skins, eight
    unique_handle<bgfx::ProgramHandle> skinned; ///< draws what was skinned before
    /// Takes tangents and texture coordinates: only meshes that have a surface can be drawn by it.
    bool wants_surface = false;

    /// Whether all three could be linked.
    explicit operator bool() const { return four && eight && skinned; }
};

/// Vertex shaders of a host, each with shaders/skin_vertex.sh in it: `four` and `eight` for all routes but `cpu`, with
/// SKIN_BY_UNIFORMS for route `uniforms` and SKIN_BY_TEXTURE for the others; `skinned`, with SKIN_ONCE, for routes
/// `compute` and `cpu`. They stay the host's.
struct skin_shaders {
    bgfx::ShaderHandle four{bgfx::kInvalidHandle};
    bgfx::ShaderHandle eight{bgfx::kInvalidHandle}; ///< with SKIN_EIGHT
    bgfx::ShaderHandle skinned{bgfx::kInvalidHandle};
    bool wants_surface = false; ///< compiled with SKIN_SURFACE
};

} // namespace jounce::render

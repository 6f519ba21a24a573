#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>

namespace jounce::render {

/// One fragment shader with every vertex shader that characters may be drawn by. Made by
/// `skin_renderer::link`.
struct skin_programs {
    unique_handle<bgfx::ProgramHandle> four;    ///< skins, four influences
    unique_handle<bgfx::ProgramHandle> eight;   ///< skins, eight
    unique_handle<bgfx::ProgramHandle> skinned; ///< draws what was skinned before

    /// Whether all three could be linked.
    explicit operator bool() const { return four && eight && skinned; }
};

} // namespace jounce::render

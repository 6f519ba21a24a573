#pragma once

#include "common/sun_shadow.hpp"

namespace demo {

/// A plane at height 0, as far as one sees, in the light of the sun.
class ground {
public:
    /// @param lit  fragment shader fs_lit
    explicit ground(bgfx::ShaderHandle lit);

    void draw(bgfx::ViewId view, const sun_shadow& sun) const;

private:
    jounce::render::unique_handle<bgfx::VertexBufferHandle> corners_;
    jounce::render::unique_handle<bgfx::ProgramHandle> program_;
};

} // namespace demo

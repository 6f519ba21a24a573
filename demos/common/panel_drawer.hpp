#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>

#include <cstdint>

struct ImDrawData;

namespace demo {

/// Draws what Dear ImGui has put together.
class panel_drawer {
public:
    /// Makes ImGui's context and font.
    panel_drawer();
    ~panel_drawer();
    panel_drawer(const panel_drawer&) = delete;
    panel_drawer& operator=(const panel_drawer&) = delete;

    /// Begins a panel of so many pixels; ImGui's own calls follow.
    void begin(std::uint32_t width, std::uint32_t height, float seconds);
    /// Ends it and draws it into a view.
    void submit(bgfx::ViewId view, bgfx::FrameBufferHandle target);

private:
    void draw(bgfx::ViewId view, const ImDrawData& data);

    bgfx::VertexLayout layout_;
    jounce::render::unique_handle<bgfx::ProgramHandle> program_;
    jounce::render::unique_handle<bgfx::UniformHandle> sampler_;
    jounce::render::unique_handle<bgfx::TextureHandle> font_;
};

} // namespace demo

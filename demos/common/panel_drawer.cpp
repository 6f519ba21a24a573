#include "panel_drawer.hpp"

#include <jounce/modules/bgfx/shaders.hpp>

#include <bx/math.h>
#include <imgui.h>

#include <algorithm>
#include <cstring>

namespace demo {

panel_drawer::panel_drawer()
    : program_(bgfx::createProgram(jounce::render::make_shader("vs_panel"),
                                   jounce::render::make_shader("fs_panel"), true)),
      sampler_(bgfx::createUniform("s_font", bgfx::UniformType::Sampler)) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // leaves nothing behind
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    font_ = jounce::render::unique_handle(
        bgfx::createTexture2D(static_cast<std::uint16_t>(width), static_cast<std::uint16_t>(height),
                              false, 1, bgfx::TextureFormat::RGBA8, BGFX_SAMPLER_UVW_CLAMP,
                              bgfx::copy(pixels, static_cast<std::uint32_t>(4 * width * height))));
    layout_.begin()
        .add(bgfx::Attrib::Position, 2, bgfx::AttribType::Float)
        .add(bgfx::Attrib::TexCoord0, 2, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Color0, 4, bgfx::AttribType::Uint8, true)
        .end();
    ImGui::StyleColorsDark();
    ImGui::GetStyle().WindowRounding = 4;
    ImGui::GetStyle().Colors[ImGuiCol_WindowBg].w = 0.82F;
}

panel_drawer::~panel_drawer() { ImGui::DestroyContext(); }

void panel_drawer::begin(std::uint32_t width, std::uint32_t height, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = std::max(seconds, 1e-4F);
    ImGui::NewFrame();
}

void panel_drawer::submit(bgfx::ViewId view, bgfx::FrameBufferHandle target) {
    ImGui::Render();
    const ImGuiIO& io = ImGui::GetIO();
    float projection[16];
    bx::mtxOrtho(projection, 0, io.DisplaySize.x, io.DisplaySize.y, 0, 0, 1000, 0,
                 bgfx::getCaps()->homogeneousDepth);
    bgfx::setViewFrameBuffer(view, target);
    bgfx::setViewMode(view, bgfx::ViewMode::Sequential);
    bgfx::setViewTransform(view, nullptr, projection);
    bgfx::setViewRect(view, 0, 0, static_cast<std::uint16_t>(io.DisplaySize.x),
                      static_cast<std::uint16_t>(io.DisplaySize.y));
    bgfx::touch(view);
    draw(view, *ImGui::GetDrawData());
}

void panel_drawer::draw(bgfx::ViewId view, const ImDrawData& data) {
    for (int l = 0; l < data.CmdListsCount; ++l) {
        const ImDrawList& list = *data.CmdLists[l];
        const auto vertices = static_cast<std::uint32_t>(list.VtxBuffer.Size);
        const auto indices = static_cast<std::uint32_t>(list.IdxBuffer.Size);
        const bool wide = sizeof(ImDrawIdx) == 4;
        if (bgfx::getAvailTransientVertexBuffer(vertices, layout_) < vertices ||
            bgfx::getAvailTransientIndexBuffer(indices, wide) < indices) {
            return; // the rest of the panel is missing in this frame
        }
        bgfx::TransientVertexBuffer vertex_buffer;
        bgfx::TransientIndexBuffer index_buffer;
        bgfx::allocTransientVertexBuffer(&vertex_buffer, vertices, layout_);
        bgfx::allocTransientIndexBuffer(&index_buffer, indices, wide);
        std::memcpy(vertex_buffer.data, list.VtxBuffer.Data, vertices * sizeof(ImDrawVert));
        std::memcpy(index_buffer.data, list.IdxBuffer.Data, indices * sizeof(ImDrawIdx));
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const float left = std::max(command.ClipRect.x, 0.0F);
            const float top = std::max(command.ClipRect.y, 0.0F);
            const float right = std::min(command.ClipRect.z, data.DisplaySize.x);
            const float bottom = std::min(command.ClipRect.w, data.DisplaySize.y);
            if (command.UserCallback != nullptr || right <= left || bottom <= top) {
                continue;
            }
            bgfx::setScissor(static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(top),
                             static_cast<std::uint16_t>(right - left),
                             static_cast<std::uint16_t>(bottom - top));
            bgfx::setTexture(0, sampler_.get(), font_.get());
            bgfx::setVertexBuffer(0, &vertex_buffer, command.VtxOffset,
                                  vertices - command.VtxOffset);
            bgfx::setIndexBuffer(&index_buffer, command.IdxOffset, command.ElemCount);
            bgfx::setState(BGFX_STATE_WRITE_RGB | BGFX_STATE_BLEND_ALPHA);
            bgfx::submit(view, program_.get());
        }
    }
}

} // namespace demo

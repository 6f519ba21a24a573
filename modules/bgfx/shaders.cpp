#include <jounce/modules/bgfx/shaders.hpp>

#include <compiled/cs_skin4.h>
#include <compiled/cs_skin8.h>
#include <compiled/cs_skin_tangent4.h>
#include <compiled/cs_skin_tangent8.h>
#include <compiled/fs_depth.h>
#include <compiled/fs_headlight.h>
#include <compiled/fs_line.h>
#include <compiled/fs_lit.h>
#include <compiled/fs_panel.h>
#include <compiled/fs_surface.h>
#include <compiled/fs_surface_depth.h>
#include <compiled/fs_toon.h>
#include <compiled/vs_line.h>
#include <compiled/vs_panel.h>
#include <compiled/vs_plain.h>
#include <compiled/vs_skin_texture4.h>
#include <compiled/vs_skin_texture8.h>
#include <compiled/vs_skin_uniform4.h>
#include <compiled/vs_skin_uniform8.h>
#include <compiled/vs_skinned.h>
#include <compiled/vs_surface_skinned.h>
#include <compiled/vs_surface_texture4.h>
#include <compiled/vs_surface_texture8.h>
#include <compiled/vs_surface_uniform4.h>
#include <compiled/vs_surface_uniform8.h>

#include <cstdint>
#include <span>
#include <string>

namespace jounce::render {
namespace {

using bytes = std::span<const std::uint8_t>;

struct shader_entry {
    std::string_view name;
    bytes glsl;
    bytes essl;
    bytes spirv;
    bytes metal;
    bytes direct3d;
};

#ifdef _WIN32
#define JOUNCE_D3D(name) name##_dx11
#else
#define JOUNCE_D3D(name) bytes()
#endif
#define JOUNCE_SHADER(name)                                                                        \
    shader_entry { #name, name##_glsl, name##_essl, name##_spv, name##_mtl, JOUNCE_D3D(name) }
// OpenGL ES has no compute that works in bgfx.
#define JOUNCE_COMPUTE(name)                                                                       \
    shader_entry { #name, name##_glsl, bytes(), name##_spv, name##_mtl, JOUNCE_D3D(name) }

const shader_entry shader_table[] = {
    JOUNCE_COMPUTE(cs_skin4),
    JOUNCE_COMPUTE(cs_skin8),
    JOUNCE_COMPUTE(cs_skin_tangent4),
    JOUNCE_COMPUTE(cs_skin_tangent8),
    JOUNCE_SHADER(fs_depth),
    JOUNCE_SHADER(fs_headlight),
    JOUNCE_SHADER(fs_line),
    JOUNCE_SHADER(fs_lit),
    JOUNCE_SHADER(fs_panel),
    JOUNCE_SHADER(fs_surface),
    JOUNCE_SHADER(fs_surface_depth),
    JOUNCE_SHADER(fs_toon),
    JOUNCE_SHADER(vs_line),
    JOUNCE_SHADER(vs_panel),
    JOUNCE_SHADER(vs_plain),
    JOUNCE_SHADER(vs_skin_texture4),
    JOUNCE_SHADER(vs_skin_texture8),
    JOUNCE_SHADER(vs_skin_uniform4),
    JOUNCE_SHADER(vs_skin_uniform8),
    JOUNCE_SHADER(vs_skinned),
    JOUNCE_SHADER(vs_surface_skinned),
    JOUNCE_SHADER(vs_surface_texture4),
    JOUNCE_SHADER(vs_surface_texture8),
    JOUNCE_SHADER(vs_surface_uniform4),
    JOUNCE_SHADER(vs_surface_uniform8),
};

bytes for_device(const shader_entry& shader) {
    switch (bgfx::getRendererType()) {
    case bgfx::RendererType::OpenGLES: return shader.essl;
    case bgfx::RendererType::Vulkan: return shader.spirv;
    case bgfx::RendererType::Metal: return shader.metal;
    case bgfx::RendererType::Direct3D11:
    case bgfx::RendererType::Direct3D12: return shader.direct3d;
    default: // OpenGL, and Noop, which looks at no more than the header
        return shader.glsl;
    }
}

} // namespace

bgfx::ShaderHandle make_shader(std::string_view name) {
    for (const shader_entry& shader : shader_table) {
        if (shader.name == name) {
            const bytes code = for_device(shader);
            if (code.empty()) {
                break;
            }
            const bgfx::ShaderHandle made = bgfx::createShader(
                bgfx::makeRef(code.data(), static_cast<std::uint32_t>(code.size())));
            bgfx::setName(made, std::string(name).c_str());
            return made;
        }
    }
    return BGFX_INVALID_HANDLE;
}

} // namespace jounce::render

#include <jounce/modules/bgfx/skin_route.hpp>

namespace jounce::render {
namespace {

bool has_texture_route(const bgfx::Caps& device) {
    const std::uint32_t format = device.formats[bgfx::TextureFormat::RGBA32F];
    // bgfx does not ask OpenGL whether vertex shaders may read a format. They may: OpenGL 3 and ES 3
    // promise at least 16 textures there.
    const bool is_gl = device.rendererType == bgfx::RendererType::OpenGL ||
                       device.rendererType == bgfx::RendererType::OpenGLES;
    const std::uint32_t wanted =
        is_gl ? BGFX_CAPS_FORMAT_TEXTURE_2D : BGFX_CAPS_FORMAT_TEXTURE_VERTEX;
    return (device.supported & BGFX_CAPS_INSTANCING) != 0 && (format & wanted) != 0;
}

bool has_compute(const bgfx::Caps& device) {
    // bgfx's compute on OpenGL ES does not work.
    return (device.supported & BGFX_CAPS_COMPUTE) != 0 && has_texture_route(device) &&
           device.rendererType != bgfx::RendererType::OpenGLES;
}

chosen_route vertex_route(const bgfx::Caps& device, const std::string& why) {
    if (has_texture_route(device)) {
        return {skin_route::texture, why};
    }
    return {skin_route::uniforms,
            why + "; no float textures in vertex shaders, or no instancing: a draw per character"};
}

} // namespace

std::string_view route_name(skin_route route) {
    switch (route) {
    case skin_route::automatic: return "automatic";
    case skin_route::texture: return "texture";
    case skin_route::uniforms: return "uniforms";
    case skin_route::compute: return "compute";
    case skin_route::cpu: return "cpu";
    }
    return "?";
}

chosen_route choose_route(skin_route wanted, int passes, const bgfx::Caps& device) {
    switch (wanted) {
    case skin_route::uniforms:
    case skin_route::cpu: return {wanted, "as asked"};
    case skin_route::texture: return vertex_route(device, "as asked");
    case skin_route::compute:
        if (has_compute(device)) {
            return {wanted, "as asked"};
        }
        return {skin_route::cpu,
                "compute was asked for, but this device has none: once on the CPU"};
    case skin_route::automatic: break;
    }
    if (passes > 1 && has_compute(device)) {
        if (device.rendererType != bgfx::RendererType::OpenGL) {
            return {skin_route::compute,
                    "drawn in " + std::to_string(passes) + " passes, skinned once"};
        }
        return vertex_route(device, "compute on OpenGL lacks a barrier, so it must be asked for");
    }
    return vertex_route(device, passes > 1 ? "no compute on this device" : "drawn in one pass");
}

} // namespace jounce::render

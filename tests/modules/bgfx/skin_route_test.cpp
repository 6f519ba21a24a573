#include <jounce/modules/bgfx/skin_route.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace jounce;
using Catch::Matchers::ContainsSubstring;
using render::skin_route;

namespace {

struct made_up {
    bgfx::RendererType::Enum type = bgfx::RendererType::Vulkan;
    bool compute = true;
    bool instancing = true;
    bool vertex_textures = true;
    bool textures = true;
};

skin_route chosen(skin_route wanted, int passes, const made_up& device,
                  std::string* why = nullptr) {
    bgfx::Caps caps{};
    caps.rendererType = device.type;
    caps.supported =
        (device.compute ? BGFX_CAPS_COMPUTE : 0) | (device.instancing ? BGFX_CAPS_INSTANCING : 0);
    caps.formats[bgfx::TextureFormat::RGBA32F] =
        static_cast<std::uint16_t>((device.textures ? BGFX_CAPS_FORMAT_TEXTURE_2D : 0) |
                                   (device.vertex_textures ? BGFX_CAPS_FORMAT_TEXTURE_VERTEX : 0));
    const render::chosen_route out = render::choose_route(wanted, passes, caps);
    CHECK_FALSE(out.why.empty());
    if (why != nullptr) {
        *why = out.why;
    }
    return out.route;
}

constexpr made_up opengl = {bgfx::RendererType::OpenGL, true, true, false, true};
constexpr made_up gles = {bgfx::RendererType::OpenGLES, true, true, false, true};

} // namespace

TEST_CASE("automatic skins once if that saves work, else by texture", "[bgfx][route]") {
    CHECK(chosen(skin_route::automatic, 1, {}) == skin_route::texture);
    CHECK(chosen(skin_route::automatic, 2, {}) == skin_route::compute);
    CHECK(chosen(skin_route::automatic, 3, {.compute = false}) == skin_route::texture);
    for (const auto type : {bgfx::RendererType::Metal, bgfx::RendererType::Direct3D11,
                            bgfx::RendererType::Direct3D12}) {
        CHECK(chosen(skin_route::automatic, 2, {.type = type}) == skin_route::compute);
    }
}

TEST_CASE("OpenGL reads textures in vertex shaders whatever bgfx says, and computes if asked to",
          "[bgfx][route]") {
    std::string why;
    CHECK(chosen(skin_route::automatic, 3, opengl, &why) == skin_route::texture);
    CHECK_THAT(why, ContainsSubstring("barrier"));
    CHECK(chosen(skin_route::compute, 3, opengl) == skin_route::compute);
    CHECK(chosen(skin_route::automatic, 3, gles) == skin_route::texture);
    CHECK(chosen(skin_route::compute, 3, gles, &why) == skin_route::cpu);
    CHECK_THAT(why, ContainsSubstring("none"));
}

TEST_CASE("what a device lacks is done another way, which is said", "[bgfx][route]") {
    std::string why;
    CHECK(chosen(skin_route::texture, 1, {.instancing = false}, &why) == skin_route::uniforms);
    CHECK_THAT(why, ContainsSubstring("instancing"));
    CHECK(chosen(skin_route::automatic, 2, {.vertex_textures = false}) == skin_route::uniforms);
    CHECK(chosen(skin_route::compute, 2, {.vertex_textures = false}) == skin_route::cpu);
    CHECK(chosen(skin_route::compute, 2, {.compute = false}) == skin_route::cpu);
    made_up bare = opengl;
    bare.textures = false;
    CHECK(chosen(skin_route::automatic, 1, bare) == skin_route::uniforms);
}

TEST_CASE("uniforms and the CPU are had by asking, on any device", "[bgfx][route]") {
    const made_up nothing = {bgfx::RendererType::OpenGL, false, false, false, false};
    for (const made_up& device : {made_up{}, opengl, gles, nothing}) {
        CHECK(chosen(skin_route::uniforms, 3, device) == skin_route::uniforms);
        CHECK(chosen(skin_route::cpu, 1, device) == skin_route::cpu);
    }
}

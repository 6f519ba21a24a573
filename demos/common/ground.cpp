#include "common/ground.hpp"

#include <jounce/modules/bgfx/shaders.hpp>

#include <bx/math.h>

#include <array>

namespace demo {
namespace {

struct corner {
    jounce::vec3<float> position;
    jounce::vec3<float> normal;
    std::uint32_t colour;
};

bgfx::VertexBufferHandle make_corners() {
    constexpr float far = 150;
    constexpr std::uint32_t colour = 0xFFAFC0C4;
    const jounce::vec3<float> up = {0, 1, 0};
    const std::array<corner, 6> corners = {{{{-far, 0, -far}, up, colour},
                                            {{-far, 0, far}, up, colour},
                                            {{far, 0, far}, up, colour},
                                            {{-far, 0, -far}, up, colour},
                                            {{far, 0, far}, up, colour},
                                            {{far, 0, -far}, up, colour}}};
    bgfx::VertexLayout layout;
    layout.begin()
        .add(bgfx::Attrib::Position, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Normal, 3, bgfx::AttribType::Float)
        .add(bgfx::Attrib::Color0, 4, bgfx::AttribType::Uint8, true)
        .end();
    return bgfx::createVertexBuffer(bgfx::copy(corners.data(), sizeof corners), layout);
}

} // namespace

ground::ground(bgfx::ShaderHandle lit) : corners_(make_corners()) {
    const jounce::render::unique_handle<bgfx::ShaderHandle> plain(
        jounce::render::make_shader("vs_plain"));
    program_ = jounce::render::unique_handle(bgfx::createProgram(plain.get(), lit, false));
}

void ground::draw(bgfx::ViewId view, const sun_shadow& sun) const {
    float identity[16];
    bx::mtxIdentity(identity);
    bgfx::setTransform(identity);
    bgfx::setVertexBuffer(0, corners_.get());
    sun.bind(0.05F, true);
    bgfx::setState(BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_WRITE_Z |
                   BGFX_STATE_DEPTH_TEST_LESS);
    bgfx::submit(view, program_.get());
}

} // namespace demo

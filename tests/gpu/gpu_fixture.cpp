#include "gpu_fixture.hpp"

#include <compiled/fs_probe.h>
#include <compiled/fs_probe_surface.h>
#include <compiled/vs_probe_skinned.h>
#include <compiled/vs_probe_surface_skinned.h>
#include <compiled/vs_probe_surface_texture4.h>
#include <compiled/vs_probe_surface_texture8.h>
#include <compiled/vs_probe_surface_uniform4.h>
#include <compiled/vs_probe_surface_uniform8.h>
#include <compiled/vs_probe_texture4.h>
#include <compiled/vs_probe_texture8.h>
#include <compiled/vs_probe_uniform4.h>
#include <compiled/vs_probe_uniform8.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>

namespace gpu_test {
namespace {

constexpr std::uint16_t probe_size = 64; ///< of shaders/probe/probe.sh

using bytes = std::span<const std::uint8_t>;

jounce::render::unique_handle<bgfx::ShaderHandle> shader(bytes glsl, bytes spirv) {
    const bytes code = bgfx::getRendererType() == bgfx::RendererType::Vulkan ? spirv : glsl;
    return jounce::render::unique_handle(
        bgfx::createShader(bgfx::makeRef(code.data(), static_cast<std::uint32_t>(code.size()))));
}

jounce::render::unique_handle<bgfx::ProgramHandle>
program(const jounce::render::unique_handle<bgfx::ShaderHandle>& vertex,
        const jounce::render::unique_handle<bgfx::ShaderHandle>& fragment) {
    return jounce::render::unique_handle(bgfx::createProgram(vertex.get(), fragment.get(), false));
}

/// Ends bgfx before the process unloads what it uses: drivers and layers, in an order of their own.
class ends_device : public Catch::EventListenerBase {
public:
    using Catch::EventListenerBase::EventListenerBase;
    void testRunEnded(const Catch::TestRunStats&) override { end_shared_device(); }
};
CATCH_REGISTER_LISTENER(ends_device)

std::unique_ptr<demo::device>& held_device() {
    static std::unique_ptr<demo::device> device;
    return device;
}

} // namespace

const std::string& backend() {
    static const std::string name = [] {
        const char* given = std::getenv("JOUNCE_TEST_BACKEND");
        return std::string(given != nullptr ? given : "vulkan");
    }();
    return name;
}

demo::device& shared_device() {
    if (held_device() == nullptr) {
        demo::device_options options;
        options.backend = backend();
        options.width = 240;
        options.height = 135;
        auto made = demo::device::make(options);
        if (!made) {
            // 4 tells CTest that the test was skipped.
            std::printf("skipped: %s\n", made.error().message.c_str());
            std::exit(4);
        }
        held_device() = std::move(*made);
    }
    return *held_device();
}

void end_shared_device() { held_device().reset(); }

vertex_probe::vertex_probe(jounce::render::skin_route route, bool surface) {
    shared_device();
    targets_ = surface ? 4 : 3;
    const auto fragment = surface ? shader(fs_probe_surface_glsl, fs_probe_surface_spv)
                                  : shader(fs_probe_glsl, fs_probe_spv);
    const auto link = [&](bytes glsl, bytes spirv) {
        return program(shader(glsl, spirv), fragment);
    };
    const bool uniforms = route == jounce::render::skin_route::uniforms;
    programs_.wants_surface = surface;
    if (surface) {
        programs_.four = uniforms
                             ? link(vs_probe_surface_uniform4_glsl, vs_probe_surface_uniform4_spv)
                             : link(vs_probe_surface_texture4_glsl, vs_probe_surface_texture4_spv);
        programs_.eight = uniforms
                              ? link(vs_probe_surface_uniform8_glsl, vs_probe_surface_uniform8_spv)
                              : link(vs_probe_surface_texture8_glsl, vs_probe_surface_texture8_spv);
        programs_.skinned = link(vs_probe_surface_skinned_glsl, vs_probe_surface_skinned_spv);
    } else {
        programs_.four = uniforms ? link(vs_probe_uniform4_glsl, vs_probe_uniform4_spv)
                                  : link(vs_probe_texture4_glsl, vs_probe_texture4_spv);
        programs_.eight = uniforms ? link(vs_probe_uniform8_glsl, vs_probe_uniform8_spv)
                                   : link(vs_probe_texture8_glsl, vs_probe_texture8_spv);
        programs_.skinned = link(vs_probe_skinned_glsl, vs_probe_skinned_spv);
    }
    REQUIRE(programs_);
    for (std::size_t i = 0; i < targets_; ++i) {
        textures_[i] =
            bgfx::createTexture2D(probe_size, probe_size, false, 1, bgfx::TextureFormat::RGBA32F,
                                  BGFX_TEXTURE_RT | BGFX_SAMPLER_POINT);
        copies_[i] = jounce::render::unique_handle(
            bgfx::createTexture2D(probe_size, probe_size, false, 1, bgfx::TextureFormat::RGBA32F,
                                  BGFX_TEXTURE_BLIT_DST | BGFX_TEXTURE_READ_BACK));
    }
    target_ = jounce::render::unique_handle(
        bgfx::createFrameBuffer(static_cast<std::uint8_t>(targets_), textures_, true));
}

std::vector<seen_vertex> vertex_probe::look(jounce::render::skin_renderer& renderer,
                                            std::size_t vertices, std::size_t character) {
    return look_at_all(renderer, vertices, character + 1)[character];
}

std::vector<std::vector<seen_vertex>>
vertex_probe::look_at_all(jounce::render::skin_renderer& renderer, std::size_t vertices,
                          std::size_t characters) {
    constexpr std::size_t size = probe_size;
    REQUIRE((characters - 1) * probe_stride + vertices <= size * size);
    REQUIRE((characters == 1 || vertices <= probe_stride));
    // Every view needs a target off-screen, also one that only computes.
    bgfx::setViewFrameBuffer(demo::views::skin, target_.get());
    bgfx::setViewFrameBuffer(demo::views::main, target_.get());
    bgfx::setViewRect(demo::views::main, 0, 0, probe_size, probe_size);
    bgfx::setViewClear(demo::views::main, BGFX_CLEAR_COLOR, 0, 1.0F, 0);
    bgfx::touch(demo::views::main);
    renderer.draw(demo::views::main, programs_,
                  BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_PT_POINTS);
    std::array<std::vector<float>, max_targets> pixels;
    std::uint32_t ready = 0;
    bgfx::setViewFrameBuffer(demo::views::copy, target_.get());
    bgfx::touch(demo::views::copy);
    for (std::size_t i = 0; i < targets_; ++i) {
        pixels[i].assign(4 * size * size, 0.0F);
        bgfx::blit(demo::views::copy, copies_[i].get(), 0, 0, textures_[i]);
        ready = bgfx::readTexture(copies_[i].get(), pixels[i].data());
    }
    while (bgfx::frame() < ready) {
    }
    std::vector out(characters, std::vector<seen_vertex>(vertices));
    for (std::size_t c = 0; c < characters; ++c) {
        for (std::size_t v = 0; v < vertices; ++v) {
            const std::size_t pixel = v + c * probe_stride;
            // Row 0 of the target is at the bottom for one API and at the top for the other; clip
            // space points up in both.
            std::size_t row = pixel / size;
            row = bgfx::getCaps()->originBottomLeft ? row : size - 1 - row;
            const std::size_t at = 4 * (row * size + pixel % size);
            const float* p = pixels[0].data() + at;
            const float* n = pixels[1].data() + at;
            const float* rgba = pixels[2].data() + at;
            out[c][v].position = {p[0], p[1], p[2]};
            out[c][v].normal = {n[0], n[1], n[2]};
            std::copy_n(rgba, 4, out[c][v].colour);
            if (targets_ == 4) {
                std::copy_n(n, 4, out[c][v].tangent.begin());
                std::copy_n(pixels[3].data() + at, 4, out[c][v].texcoords.begin());
            }
            out[c][v].drawn = p[3] == 1.0F;
        }
    }
    return out;
}

std::size_t kept_log::count(const std::string& word) const {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(word) != std::string::npos;
        }));
}

} // namespace gpu_test

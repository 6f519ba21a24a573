#pragma once

#include "../../demos/common/device.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/render/mesh_parts.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpu_test {

/// The device that this run of the tests is for; made once, because OpenGL takes seconds to start.
demo::device& shared_device();
/// "vulkan" or "opengl".
const std::string& backend();
/// Ends the shared device, for tests that need another or lose it; the next call makes it anew.
void end_shared_device();

/// What a shader made of a vertex.
struct seen_vertex {
    jounce::vec3<float> position;
    jounce::vec3<float> normal;
    float colour[4] = {};
    std::array<float, 4> tangent{}; ///< if the probe looks for surfaces, as the next
    std::array<float, 4> texcoords{};
    bool drawn = false; ///< or it is all zero
};

/// The most characters that a probe tells apart, and the vertices that each may have then.
inline constexpr std::size_t probe_characters = 12;
inline constexpr std::size_t probe_stride = 320;

/// The colour by which a probe knows a vertex.
constexpr std::uint32_t probe_colour(std::size_t vertex) {
    return static_cast<std::uint32_t>(vertex) | 0xFFFF0000U;
}
/// The tint by which a probe knows a character.
constexpr std::uint32_t probe_tint(std::size_t character, std::uint32_t rgb = 0xFFFFFF) {
    return rgb | static_cast<std::uint32_t>(255 - character) << 24U;
}

/// Draws what a renderer has uploaded as one pixel per vertex into float textures, and reads them.
class vertex_probe {
public:
    /// @param surface  looks at tangents and texture coordinates instead of normals
    explicit vertex_probe(jounce::render::skin_route route, bool surface = false);
    /// Ends the frame.
    std::vector<seen_vertex> look(jounce::render::skin_renderer& renderer, std::size_t vertices,
                                  std::size_t character = 0);
    /// What each of several looks like, in one frame.
    std::vector<std::vector<seen_vertex>> look_at_all(jounce::render::skin_renderer& renderer,
                                                      std::size_t vertices, std::size_t characters);

private:
    /// Position, normal or tangent, colour; and texture coordinates.
    static constexpr std::size_t max_targets = 4;

    std::size_t targets_ = 3;
    jounce::render::skin_programs programs_;
    jounce::render::unique_handle<bgfx::FrameBufferHandle> target_;
    bgfx::TextureHandle textures_[max_targets];
    jounce::render::unique_handle<bgfx::TextureHandle> copies_[max_targets];
};

/// Keeps what a renderer says.
struct kept_log {
    std::vector<std::string> lines;

    auto keeper() {
        return [this](std::string_view text) { lines.emplace_back(text); };
    }
    std::size_t count(const std::string& word) const;
};

} // namespace gpu_test

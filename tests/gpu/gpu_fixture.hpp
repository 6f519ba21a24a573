#pragma once

#include "../../demos/common/device.hpp"

#include <jounce/modules/bgfx/mesh_parts.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpu_test {

/// The device that this run of the tests is for; made once, because OpenGL takes seconds to start.
demo::device& shared_device();
/// "vulkan" or "opengl".
const std::string& backend();

/// What a shader made of a vertex.
struct seen_vertex {
    jounce::vec3<float> position;
    jounce::vec3<float> normal;
    float red = 0; ///< of its colour
};

/// Draws what a renderer has uploaded as one pixel per vertex into float textures, and reads them.
/// Of several characters the last one drawn is seen.
class vertex_probe {
public:
    explicit vertex_probe(jounce::gpu::skin_route route);
    std::vector<seen_vertex> look(jounce::gpu::skin_renderer& renderer, std::size_t vertices);

private:
    jounce::gpu::skin_programs programs_;
    jounce::gpu::unique_handle<bgfx::FrameBufferHandle> target_;
    bgfx::TextureHandle textures_[2];
    jounce::gpu::unique_handle<bgfx::TextureHandle> copies_[2];
};

} // namespace gpu_test

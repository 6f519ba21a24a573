#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>
#include <jounce/modules/render/mesh_parts.hpp>

#include <memory>
#include <vector>

namespace jounce::render {

/// Morph deltas as texels: two per vertex and target.
inline constexpr std::uint16_t morph_texture_width = 1024;

/// Additional data of a `mesh_part`, and its buffers on the device.
struct gpu_part {
    std::shared_ptr<const mesh_part> part; ///< kept, so that a lost device can be filled again
    std::vector<palette_row<float>> morphs;
    std::uint32_t morph_count = 0;
    bool two_sided = false;

    unique_handle<bgfx::VertexBufferHandle> vertices;
    unique_handle<bgfx::VertexBufferHandle> colours; ///< for skinned vertices: compute and CPU
    unique_handle<bgfx::VertexBufferHandle> compute_input; ///< compute only
    unique_handle<bgfx::IndexBufferHandle> triangles;
    unique_handle<bgfx::TextureHandle> morph_texture; ///< if there are any

    std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(part->vertices.size()); }
    std::uint32_t index_count() const { return static_cast<std::uint32_t>(part->triangles.size()); }
};

/// Layout of vertices that wait to be skinned.
bgfx::VertexLayout skin_layout(int influences);
/// Layout of skinned vertices: two rows of four floats.
bgfx::VertexLayout skinned_layout();
/// Layout of the attributes that are drawn together with skinned vertices.
bgfx::VertexLayout colour_layout();

/// Morph deltas of a part's vertices, in the order of the texture.
std::vector<palette_row<float>> morph_texels(const mesh_part& part,
                                             std::span<const morph_target> morphs);

/// Makes what a part needs on the device.
void create_buffers(gpu_part& part, bool skins_once, bool compute);
/// Releases it, because the device is or will be destroyed.
void forget_buffers(gpu_part& part);

} // namespace jounce::render

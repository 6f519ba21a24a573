#pragma once

#include <jounce/modules/bgfx/unique_handle.hpp>
#include <jounce/modules/render/mesh_parts.hpp>

#include <memory>
#include <vector>

namespace jounce::render {

/// What shaders read per vertex as texels: two of deltas per morph target, or three if targets move tangents too, and
/// behind those of all vertices its flesh.
inline constexpr std::uint16_t morph_texture_width = 1024;
/// Handles of a vertex come in groups of four: a texel of their numbers, -1 for none, then one of gradient and weight
/// for each. shaders/skin.sh has the same layout.
inline constexpr std::uint32_t handles_per_group = 4;
inline constexpr std::uint32_t texels_per_group = 5;

/// Additional data of a `mesh_part`, and its buffers on the device.
struct gpu_part {
    std::shared_ptr<const mesh_part> part;  ///< kept, so that a lost device can be filled again
    std::vector<palette_row<float>> morphs; ///< and flesh: the texture
    std::uint32_t morph_count = 0;
    std::uint32_t morph_rows =
        2; ///< texels per vertex and target: position, normal, perhaps tangent
    bool two_sided = false;
    material_id material = material_id::none;
    vec3<float> centre; ///< of its vertices at rest: how far away it is

    unique_handle<bgfx::VertexBufferHandle> vertices;
    unique_handle<bgfx::VertexBufferHandle> colours; ///< for skinned vertices: compute and CPU
    unique_handle<bgfx::VertexBufferHandle> compute_input; ///< compute only
    unique_handle<bgfx::IndexBufferHandle> triangles;
    unique_handle<bgfx::TextureHandle> morph_texture; ///< if there are morph targets or flesh
    /// @{ Only of meshes with a surface.
    unique_handle<bgfx::VertexBufferHandle> surface;   ///< tangents and texture coordinates
    unique_handle<bgfx::VertexBufferHandle> texcoords; ///< alone: where tangents are skinned once
    /// @}

    std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(part->vertices.size()); }
    bool has_tangents() const { return !part->tangents.empty(); }
    std::uint32_t index_count() const { return static_cast<std::uint32_t>(part->triangles.size()); }
};

/// Layout of vertices that wait to be skinned.
bgfx::VertexLayout skin_layout(int influences);
/// Layout of skinned vertices: two rows of four floats.
bgfx::VertexLayout skinned_layout();
/// Layout of the attributes that are drawn together with skinned vertices.
bgfx::VertexLayout colour_layout();

/// Layout of what meshes with a surface have besides, in a stream of its own.
bgfx::VertexLayout surface_layout();
/// Layout of the texture coordinates alone.
bgfx::VertexLayout texcoord_layout();
/// Layout of tangents that are skinned once.
bgfx::VertexLayout tangent_layout();

/// Groups of handles that every vertex of a part has room for.
std::uint32_t handle_groups(const mesh_part& part);
/// Texels per vertex and target.
std::uint32_t morph_rows_of(const mesh_part& part, std::span<const morph_target> morphs);
/// Texels that a part with these morph targets needs.
std::size_t morph_texel_count(const mesh_part& part, std::span<const morph_target> morphs);
/// Morph deltas and flesh of a part's vertices, in the order of the texture.
std::vector<palette_row<float>> morph_texels(const mesh_part& part,
                                             std::span<const morph_target> morphs);

/// Makes what a part needs on the device.
void create_buffers(gpu_part& part, bool skins_once, bool compute);
/// Releases it, because the device is or will be destroyed.
void forget_buffers(gpu_part& part);

} // namespace jounce::render

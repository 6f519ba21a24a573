#pragma once

#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/surface_vertices.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::render {

/// A material of whatever draws meshes: `surface_renderer`, or a `part_painter` of the host's, which counts them as it
/// likes.
enum class material_id : std::uint32_t { none = 0xFFFFFFFF };

/// A mesh to be drawn, as the host has it. Read while `skin_renderer::add_mesh` runs, not kept.
struct mesh_source {
    const skinned_mesh& vertices;
    std::span<const std::uint32_t>
        triangles;                ///< three vertices each, counter-clockwise from outside
    std::int32_t joint_count = 0; ///< of the characters' bind
    palette_mode mode = palette_mode::diagonal; ///< of the characters' bind
    std::span<const std::uint32_t> colours =
        {}; ///< [vertex] RGBA8, R in the lowest byte; empty: white
    std::span<const morph_target> morphs = {};
    bool two_sided = false; ///< both sides of its triangles are seen
    /// `character_kind::tissue`, if that flesh was baked for this mesh; else null.
    const tissue_set* tissue = nullptr;
    /// Vertex of the baked skin that is the first of this mesh: not 0 if several meshes were baked as one skin.
    std::uint32_t first_tissue_vertex = 0;
    /// Tangents and texture coordinates for shaders that take them (`skin_renderer::link_surface`); of lists that are
    /// empty they get zeros. Null: the mesh costs nothing for these, and only programs of `link` draw it. Colours, if
    /// there are any, take the place of `colours`.
    const surface_vertices* surface = nullptr;
    material_id material = material_id::none; ///< told to the `part_painter` that draws it
};

/// Influences per vertex that a shader takes. Of more, the heaviest are kept.
inline constexpr int max_influences = 8;
/// Joints that a vertex can refer to: the index is a byte.
inline constexpr std::int32_t max_part_joints = 256;
/// Blend shapes of a mesh that uniforms have room for.
inline constexpr std::size_t max_morphs = 64;

/// A vertex as the vertex shader takes it.
struct part_vertex {
    vec3<float> position;
    vec3<float> normal;
    std::uint32_t colour = 0xFFFFFFFF;
    std::uint8_t joints[max_influences] = {}; ///< of the part, heaviest first
    float weights[max_influences] = {};       ///< sum to one, or are all zero
    std::uint32_t source = 0;                 ///< vertex of the mesh
};

/// The unit of a draw: a mesh, or a piece of one that uses no more joints than a draw can have.
struct mesh_part {
    std::vector<part_vertex> vertices;
    std::vector<std::uint32_t> triangles;
    std::vector<std::uint16_t> joints; ///< [part's joint] of the bind; empty: the same numbers
    int influences = 4;                ///< 4 or 8
    /// @{ Flesh, if it moves any of the vertices; else empty and 0.
    std::vector<std::uint32_t> flesh_first; ///< [vertex + 1] ranges of `flesh`
    std::vector<tissue_weight<float>> flesh;
    std::uint32_t handle_count = 0;       ///< displacements that a character has
    std::uint32_t handles_per_vertex = 0; ///< at most
    /// @}
    /// @{ [vertex], if the mesh has them; else empty. Coordinates are there for every mesh with a surface.
    std::vector<std::array<float, 4>> texcoords; ///< two sets
    std::vector<std::array<float, 4>> tangents;
    /// @}
    /// Whether its mesh brought a surface.
    bool has_surface() const { return !texcoords.empty(); }

    /// Joints in the palette of the part, if the bind has `joint_count`.
    std::int32_t palette_joints(std::int32_t joint_count) const {
        return joints.empty() ? joint_count : static_cast<std::int32_t>(joints.size());
    }
};

/// A mesh in the pieces that are drawn.
struct split_mesh {
    std::vector<mesh_part> parts;
    std::size_t trimmed_vertices = 0; ///< had more influences than `max_influences`
};

/// Cuts a mesh into parts of at most `max_joints` joints each, in the order of its triangles.
/// Vertices on a cut are in both parts; vertices of no triangle are left out.
/// Error names: `bad_mesh`, `bad_index`, `too_large`; `other_mesh` for flesh of another mesh. Messages say which vertex
/// or triangle.
/// @pre max_joints >= 3 * max_influences, so that any triangle fits
result<split_mesh> split_into_parts(const mesh_source& mesh, std::int32_t max_joints);

} // namespace jounce::render

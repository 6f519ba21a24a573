#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/material.hpp>
#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/surface_vertices.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tf {
class Executor;
} // namespace tf

/// Characters from glTF and VRM files: bones, clips, skins and meshes, checked while they are read.
namespace jounce::gltf {

/// A coarser level of a mesh (`MSFT_lod`): fewer triangles on the vertices of the mesh itself.
struct detail_level {
    /// Three vertices each; empty: from this level on the primitive is not drawn.
    std::vector<std::uint32_t> triangles;
    std::int32_t source_mesh = -1; ///< in the file, and the primitive of it, for its material;
    std::int32_t primitive = -1;   ///< -1: there is none
};

/// More coarser levels of a mesh are not read.
inline constexpr std::size_t max_detail_levels = 8;

/// One primitive as it is drawn at one node. A mesh of several nodes appears once for each.
struct mesh {
    std::string name;             ///< of the file's mesh; may be empty or shared
    std::int32_t node = -1;       ///< where it is drawn
    std::int32_t skin = -1;       ///< of `model::skins`, or -1: rigid, all vertices on one joint
    std::int32_t source_mesh = 0; ///< in the file
    std::int32_t primitive = 0;   ///< of that mesh
    skinned_mesh vertices;        ///< joints are indices into `model::joints`; weights sum to one
    std::vector<std::uint32_t> triangles; ///< three vertices each; empty for points and lines
    surface_vertices surface; ///< two sets of texture coordinates, tangents, the first colours
    std::int32_t material =
        -1; ///< of `model::surfaces`, or -1: as a `material` that nobody changed
    /// Vertices that were doubled because their tangents differ by triangle: [copy] the vertex that it is a copy of.
    /// Copies come after all vertices of the file, which keep their numbers.
    std::vector<std::uint32_t> copied_from;
    std::vector<morph_target> morphs; ///< names from `extras.targetNames`
    std::vector<float> rest_weights;  ///< [morph]
    /// False: `KHR_node_visibility` hides its node or one above it, so it is not to be drawn until
    /// the host wants to show it.
    bool is_visible = true;
    /// Without a skin: scales at or above its node mirror it at rest, so that its triangles go round the other way once
    /// its vertices are where they are drawn. Turn them over, or cull their other side.
    bool is_mirrored = false;
    std::vector<detail_level> levels; ///< coarser ones, finest first; mostly empty
    /// [level, the mesh itself first], not rising: a level is drawn while the character takes up at least this share
    /// of the picture's height, below the last nothing is. `MSFT_screencoverage` of the file; if that is missing or
    /// makes no sense a half, a quarter and so on, and 0. Empty if there are no levels.
    std::vector<float> coverage;

    /// Vertices that the file has; those after them are copies.
    std::size_t file_vertex_count() const { return vertices.positions.size() - copied_from.size(); }
};

/// A range of `model::joints`.
struct skin {
    std::string name;
    std::int32_t first_joint = 0;
    std::int32_t joint_count = 0;
};

/// Instances of the meshes of a node (`EXT_mesh_gpu_instancing`), relative to the node. The meshes
/// of the node are meant to be drawn at these places only; `spawn_instances` makes a character for
/// each.
struct instance_place {
    vec3<float> translation;
    quat<float> rotation;
    vec3<float> scale = {1, 1, 1};
};
/// The instances of one node.
struct node_instances {
    std::int32_t node = -1;
    std::vector<instance_place> places;
};

/// An extension that the file says it uses.
struct used_extension {
    std::string name;
    bool is_required = false;
    bool is_known = false; ///< false: nothing of it is read, and it stays in the document
    std::string said;      ///< for people, what is done with it
};

/// A glTF file as rig, clips and meshes, in model space as the file has it (metres, Y up).
struct model {
    std::filesystem::path file;
    /// Every node of the file, whether a scene or a skin uses it or not, so that clips and springs may
    /// use them all. Names are made unique: see docs/gltf.md.
    rig bones;
    std::vector<std::int32_t> bone_of_node; ///< [node]
    std::vector<std::int32_t> node_of_bone; ///< [bone]
    std::vector<std::uint8_t> is_joint;     ///< [bone]; 1: some skin has it
    /// Joints of all skins one after the other, then one for each node with an unskinned mesh.
    std::vector<bind_description> joints;
    std::vector<skin> skins;
    /// By node, then by primitive; hidden ones after all others. `morph_track::mesh` counts these.
    std::vector<mesh> meshes;
    /// Materials, textures and images, in the order of the file. Images have texels if `read_limits::surfaces` asks
    /// for them and a material uses them.
    material_set surfaces;
    clip_set clips;                         ///< in the order of the file
    std::vector<node_instances> instances;  ///< by node; none: everything is drawn once
    std::vector<used_extension> extensions; ///< in the order of the file
    std::vector<std::string> warnings;      ///< what was repaired or left out, and where
    std::string json; ///< the document's text, for readers of extensions and for writers
    /// Contents of the file's buffers, wherever they came from. That of a .glb's BIN chunk is the first.
    std::vector<std::vector<std::byte>> buffers;
};

/// What programs that draw want besides. Others leave it as it is and pay nothing.
struct surface_options {
    bool read_images = false; ///< decode the pictures that materials use
    /// Tangents: those of the file, and for normal maps without any new ones, which may double vertices
    /// (`mesh::copied_from`).
    bool need_tangents = false;
    std::uint32_t max_image_size = 16384; ///< texels in a row or a column
    std::uint64_t max_image_bytes = 1024ULL
                                    << 20U; ///< of all decoded pictures; those above are white
    tf::Executor* workers = nullptr; ///< decode pictures; null: the calling thread. Same bits.
};

/// Limits of a file. Files are not trusted: everything is checked before memory is allocated.
struct read_limits {
    std::uint64_t max_file_bytes = 256ULL << 20U;  ///< of the file and of each buffer beside it
    std::uint64_t max_total_bytes = 512ULL << 20U; ///< of buffers and all that is made of them
    std::uint64_t max_json_values = 1'000'000;     ///< in the document
    double max_seconds = 60;                       ///< looked at between the steps of reading
    /// A missing buffer file is an error. If false: its data is left out with a warning, so that at
    /// least the bones can be inspected.
    bool need_all_buffers = true;
    surface_options surfaces = {}; ///< images and tangents
};

/// Reads a .gltf, .glb or .vrm file. Its content decides which of them it is, not its name. Buffers beside
/// it are read from its folder and below, from nowhere else. Images that cannot be read are white, with a warning.
///
/// Error names: those of `json::read_file` and of JSON documents (`missing_file`, `bad_json`,
/// `missing_member`, `wrong_type`, `out_of_range`, ...) and of `rig_builder`; `bad_container`,
/// `unsupported_version`, `unsupported_extension`, `bad_uri`, `bad_buffer`, `bad_accessor`,
/// `bad_index`, `bad_number`, `two_parents`, `cycle`, `too_deep`, `sheared`, `bad_mesh`, `bad_skin`,
/// `bad_animation`, `bad_compression`, `too_large`, `too_slow`. Messages say file, JSON pointer, cause
/// and remedy.
result<model> read_model(const std::filesystem::path& file, const read_limits& limits = {});

/// The same for a file in memory. `name` stands for it in messages, and its folder is where buffers
/// beside it are read from; an empty one forbids them.
result<model> parse_model(std::span<const std::byte> bytes, const std::filesystem::path& name,
                          const read_limits& limits = {});

/// Rig, springs and the binding of all joints as one shared kind of character.
/// Error names: those of `make_bind`.
result<std::shared_ptr<const character_kind>> make_kind(const model& of, spring_set springs,
                                                        palette_mode mode = palette_mode::polar);

} // namespace jounce::gltf

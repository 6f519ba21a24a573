#pragma once

#include <jounce/modules/decompose/mesh_animation.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Deforming meshes from files.
namespace jounce::mesh_cache {

/// Frames per second where neither file nor options say.
inline constexpr double usual_fps = 24;

/// What to read of a file, and how much of it.
struct read_options {
    std::filesystem::path rest;            ///< an OBJ file with the rest pose; may be empty
    std::optional<std::size_t> rest_frame; ///< instead: this frame, of all takes, from zero
    double fps =
        0; ///< frames per second; 0: as the file says, else 24. glTF clips are sampled at it.
    std::vector<std::string> clips; ///< of glTF files; empty: all
    cache_limits limits;
};

/// Vertices and triangles that belong together: one primitive of a glTF file, or all of another file.
struct mesh_part {
    std::string name;
    std::size_t first_vertex = 0;
    std::size_t vertex_count = 0;
    std::size_t first_triangle = 0;
    std::size_t triangle_count = 0;
    std::int32_t mesh = -1; ///< of `cached_mesh::model`
};

/// A deforming mesh and what else its file says.
struct cached_mesh {
    std::string name;
    decompose::mesh_animation animation;
    std::vector<vec3<double>> normals; ///< [vertex], of the rest pose; empty: the file has none
    std::vector<mesh_part> parts;      ///< in order; they cover all vertices and triangles
    std::optional<gltf::model> model;  ///< of glTF files: materials and texture coordinates
    std::vector<std::string> warnings; ///< what was left out, and where
};

} // namespace jounce::mesh_cache

#pragma once

#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/authoring/suggest_springs.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::inspection {

struct inspected_bone {
    std::string name;
    std::int32_t parent = -1;
    std::int32_t node = -1; ///< of the file
    double length = 0;      ///< m at rest
    bool is_joint = false;
    std::size_t vertices = 0; ///< that follow it
    bool is_spring = false;   ///< by the settings that were found
    bool is_suggested = false;
    std::string why; ///< it is, or would be, a spring
};

struct inspected_clip {
    std::string name;
    double seconds = 0;
    std::size_t tracks = 0;
    std::size_t keys = 0;
    std::size_t morph_tracks = 0;
};

struct inspected_mesh {
    std::string name;
    std::int32_t node = -1;
    std::int32_t skin = -1;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t most_influences = 0; ///< of one vertex
    std::size_t morphs = 0;
    bool is_visible = true;
    std::size_t instances = 0; ///< 0: it is drawn once
};

struct inspected_skin {
    std::string name;
    std::int32_t joints = 0;
};

/// A connected part of a skinned mesh that sees no bone: buttons, eyes, hats, or bones outside of the mesh.
struct hidden_part {
    std::string mesh;
    std::uint32_t first_vertex = 0; ///< of the mesh
    std::size_t vertices = 0;
    bool would_borrow =
        false; ///< `jounce bind` gives it the weights of the nearest part that sees one
};

struct problem {
    std::string what; ///< and where
    std::string fix;
};

/// The contents of a model, and which parts would swing.
struct findings {
    std::string file;
    double extent = 0;          ///< m, of the bones at rest
    double metres_per_unit = 1; ///< of the file's lengths, from the settings or as is likely
    std::vector<inspected_bone> bones;
    std::vector<inspected_skin> skins;
    std::vector<inspected_clip> clips;
    std::vector<inspected_mesh> meshes;
    std::vector<hidden_part> hidden_parts;
    std::vector<gltf::used_extension> extensions;
    authoring::spring_origin origin = authoring::spring_origin::none;
    std::string springs_from;
    std::size_t springs = 0; ///< of the origin, or of the suggestion where there is none
    std::vector<problem> problems;
};

/// Error names: those of `find_springs` and `tunings_of` for settings that do not fit.
/// @param in        gets the helper bones of the settings
/// @param settings  a file of spring settings, or empty
result<findings> inspect_model(gltf::model in, const std::filesystem::path& settings);

// What is said of it.

std::string inspection_json(const findings& of); ///< one line
std::string inspection_text(const findings& of);
/// The bones for Graphviz: `jounce inspect x.glb --dot | dot -Tsvg`.
std::string inspection_dot(const findings& of);

} // namespace jounce::inspection

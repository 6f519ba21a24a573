#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/mesh_cache/cache_limits.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace jounce::mesh_cache {

/// What is read of an OBJ file.
struct obj_mesh {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles; ///< three vertices each; polygons as fans
};

/// Reads the lines `v` and `f` of an OBJ file; texture coordinates, normals, groups and materials are passed
/// over. Indices may be negative, counting back from the last vertex.
/// Error names: `bad_number`, `bad_index`, `bad_mesh` (a face of fewer than three vertices), `too_many`,
/// `too_large`, `no_vertices`, `no_triangles`. Messages name the line.
/// @param name  stands for the file in messages
result<obj_mesh> parse_obj(std::string_view text, const std::filesystem::path& name,
                           const cache_limits& limits = {});

/// The same from a file. Error names: those above and of `read_text`.
result<obj_mesh> read_obj(const std::filesystem::path& file, const cache_limits& limits = {});

} // namespace jounce::mesh_cache

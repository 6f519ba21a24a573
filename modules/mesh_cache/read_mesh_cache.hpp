#pragma once

#include <jounce/modules/mesh_cache/cached_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <filesystem>

namespace jounce::mesh_cache {

/// Reads a deforming mesh. What is read depends on the name:
/// - a folder: an .obj file per frame (`read_obj_folder`);
/// - .pc2, .mdd: beside an .obj of the same name, or of `rest`, which has the faces and the rest pose;
/// - .obj: the same, found from the other side;
/// - .sma: `parse_sma`;
/// - .gltf, .glb, .vrm: sampled clips (`sample_clips`).
///
/// Error names: those of the readers; `missing_file`, `wrong_suffix` (none of these), `bad_count` (a cache with
/// other points than the mesh, a rest pose with another number of vertices), `out_of_range` (no such frame), `unsupported` (a rest pose in a file for glTF), `bad_option`
/// (a rate that is not above 0 and at most 1000).
result<cached_mesh> read_mesh_cache(const std::filesystem::path& from,
                                    const read_options& options = {});

} // namespace jounce::mesh_cache

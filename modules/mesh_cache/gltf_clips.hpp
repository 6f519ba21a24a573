#pragma once

#include <jounce/modules/mesh_cache/cached_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <filesystem>

namespace jounce::mesh_cache {

/// Samples the clips of a glTF model, each a take: morph targets, skins and moving nodes alike. The rest pose is
/// that of the file. Points, lines and hidden meshes are left out with a warning.
/// Error names: those of `gltf::make_ready_kind`; `unknown_clip`, `no_such_clip` (there is none), `no_mesh`,
/// `not_finite`, `too_many`, `too_large`.
result<cached_mesh> sample_clips(gltf::model model, const read_options& options);

/// Reads a .gltf, .glb or .vrm file and samples its clips. Error names: those above and of `gltf::read_model`.
result<cached_mesh> read_gltf_clips(const std::filesystem::path& file, const read_options& options);

} // namespace jounce::mesh_cache

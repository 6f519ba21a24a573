#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/decompose_file/make_levels.hpp>
#include <jounce/modules/mesh_cache/cached_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace jounce::decompose {

/// How a character is written.
struct character_options {
    /// [vertex], linear red, green, blue; shown instead of materials. Empty: the materials of the file.
    std::span<const std::array<float, 3>> colours = {};
    const character_levels* levels = nullptr; ///< of the mesh, to be written too; null: none
};

/// A document, and what it lacks.
struct written_character {
    bake::glb_document document;
    std::vector<std::string> warnings;
};

/// Writes a decomposed mesh as a skinned character: a node per rigid bone, two per flexible one (`split_affine`),
/// one skin, float weights, normals, a clip per take (`add_take`), corrections as morph targets, levels of detail
/// (`add_level_nodes`). Materials, textures and the first texture coordinates of glTF input are kept.
///
/// Error names: `negative_weights` (glTF forbids them), `bad_count` (parts that do not go together), `not_finite`,
/// `too_many_bones`, `no_bones`; those of `glb_document`.
result<written_character> make_character(const mesh_cache::cached_mesh& mesh,
                                         const decomposition& found,
                                         const character_options& options = {});

} // namespace jounce::decompose

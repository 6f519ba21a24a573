#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/decompose_file/bone_nodes.hpp>

#include <cstdint>
#include <span>

namespace jounce::decompose {

/// Adds a take as an animation. Rigid bones have LINEAR keys. Flexible ones have STEP keys, which are right at the
/// frames: interpolating their factors would turn them between. Their matrices are there too, as extras that
/// `gltf::read_model` reads into `clip::affine`. Corrections are weights of morph targets, LINEAR.
/// @param mesh_nodes  have the morph targets: the mesh and its levels of detail
void add_take(bake::glb_document& document, const decomposition& of, const take& which,
              const bone_nodes& nodes, std::span<const std::int32_t> mesh_nodes);

} // namespace jounce::decompose

#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/decompose/decomposition.hpp>

#include <cstdint>
#include <vector>

namespace jounce::decompose {

/// The nodes of the bones in a document.
struct bone_nodes {
    std::int32_t root = 0;           ///< parent of all; never moves
    std::int32_t skin = 0;           ///< its joints are the bones, in order
    std::vector<std::int32_t> moved; ///< [bone]; at the bone's centre: translation, rotation, scale
    std::vector<std::int32_t>
        joints; ///< [bone]; of flexible bones a child that only turns, else the same
};

/// Adds nodes for the bones, at rest, and their skin.
bone_nodes add_bone_nodes(bake::glb_document& document, const decomposition& of);

} // namespace jounce::decompose

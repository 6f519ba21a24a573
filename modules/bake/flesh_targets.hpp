#pragma once

// Morph targets of flesh. For write_flesh.cpp.

#include <jounce/modules/bake/write_flesh.hpp>

#include <map>
#include <set>

namespace jounce::bake {

/// A mesh of the file that got targets.
struct fleshy_mesh {
    std::size_t targets_before = 0;
};

/// Adds the targets. Gives the meshes of the file that have them now. Error names: those of `write_flesh`.
result<std::map<std::int32_t, fleshy_mesh>>
add_targets(glb_document& document, const gltf::model& of, const flesh_output& flesh);

} // namespace jounce::bake

#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <string>
#include <vector>

namespace jounce::binding {

/// Helper bones and springs for a model whose flesh and cloth have none.
struct proposed_settings {
    spring_file settings;
    std::vector<std::string> reasons; ///< for people, one per chain: what it is for
};

/// Finds where helper bones would do good (`weights::propose_helpers`), skin by skin, and gives them the
/// presets `belly` and `cloth`. Lengths are in metres. Nothing is proposed for meshes without a skin.
proposed_settings propose_settings(const gltf::model& in);

} // namespace jounce::binding

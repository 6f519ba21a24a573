#pragma once

#include <jounce/modules/inspection/inspect_model.hpp>

#include <vector>

namespace jounce::inspection {

/// Parts of skinned meshes from which no bone is visible that moves the skin: automatic weights would be
/// a guess there. Meshes that are too large to look at are left out.
std::vector<hidden_part> find_hidden_parts(const gltf::model& in);

} // namespace jounce::inspection

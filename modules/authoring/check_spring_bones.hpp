#pragma once

#include <jounce/modules/gltf/model.hpp>

#include <optional>

namespace jounce::authoring {

/// Refuses springs on flexible bones of a decomposed model (`check_flexible_bones`). Error name: `unsupported`.
std::optional<error> check_spring_bones(const gltf::model& of, const character_kind& kind);

} // namespace jounce::authoring

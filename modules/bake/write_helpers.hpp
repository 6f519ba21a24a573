#pragma once

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <optional>

namespace jounce::bake {

/// Writes added helpers into the document that the model was read from: nodes, joints and weights.
/// Error names: `bad_mesh`, `bad_skin`, `shared_mesh`.
std::optional<error> write_helpers(glb_document& document, const gltf::model& of,
                                   const authoring::added_helpers& helpers);

} // namespace jounce::bake

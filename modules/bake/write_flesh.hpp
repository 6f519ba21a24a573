#pragma once

#include <jounce/modules/bake/bake_mark.hpp>
#include <jounce/modules/bake/flesh_shapes.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jounce::bake {

/// Flesh that is to be written: morph targets of the meshes of one skin.
struct flesh_output {
    const tissue_set& set;
    std::int32_t skin = 0; ///< of the model
    const flesh_shapes& shapes;
    std::span<const recorded_motion> motions;
    std::span<std::int32_t> animations; ///< [motion] index, or -1: adds one and gives its index
};

/// Adds morph targets with deltas of positions and normals behind those that meshes have, and tracks of their weights.
/// Tracks of older targets go on in the same channels: at their own keys, and at those of the flesh. Clips without
/// flesh get zeros for the new targets. Everything is marked (bake_mark.hpp, and `extras.jounce_baked` of meshes), so
/// that `take_flesh_back` can undo it.
///
/// Error names: `bad_mesh`, `bad_animation`, `baked_already` (there is flesh of an earlier bake).
std::optional<error> write_flesh(glb_document& document, const gltf::model& of,
                                 const flesh_output& flesh, const bake_facts& about);

/// Whether meshes have flesh of an earlier bake.
bool has_baked_flesh(const nlohmann::ordered_json& document);

/// Removes its targets. Tracks are restored by `take_back`.
/// @param accessors  gets those that nothing uses any more
/// Error name: `baked_already`, if the targets are not those that were written.
std::optional<error> take_flesh_back(nlohmann::ordered_json& document, const std::string& file,
                                     std::set<std::size_t>& accessors);

} // namespace jounce::bake

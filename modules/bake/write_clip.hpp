#pragma once

#include <jounce/modules/bake/bake_mark.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/make_tracks.hpp>
#include <jounce/modules/gltf/model.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace jounce::bake {

/// The name of the animation that is added where a file has none.
inline constexpr const char* added_clip_name = "jounce";

/// Writes tracks into an animation of the document: those of the same node and property are replaced,
/// all others stay. Nodes that have a matrix get translation, rotation and scale instead, because glTF
/// allows no animation of a matrix. The animation is marked as baked (bake_mark.hpp).
/// @param animation  index, or -1: adds one (if there is any track) and gives its index
///
/// Error names: `bad_animation`.
std::optional<error> write_clip(glb_document& document, const gltf::model& of,
                                const baked_tracks& tracks, std::int32_t& animation,
                                const bake_facts& about);

} // namespace jounce::bake

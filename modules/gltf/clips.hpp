#pragma once

#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

/// The animations of a file. `track::bone` is a node until the rig is built, and tracks are not sorted
/// until then. Mistakes: `bad_animation` and those of accessors.
/// @pre `read_meshes`
void read_clips(source& from, model& into);

/// Whether some clip scales a bone differently along its axes, for which a rig must be made.
bool scales_unevenly(const clip_set& clips);

} // namespace jounce::gltf

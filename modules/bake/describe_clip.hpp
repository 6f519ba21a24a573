#pragma once

#include <jounce/modules/bake/bake_file.hpp>

namespace jounce::bake {

/// Report about a clip, in metres.
baked_clip describe_clip(const recorded_motion& motion, const baked_tracks& tracks,
                         const rig& bones, double metres_per_unit);

/// Notes about it, for people.
void add_warnings(const baked_clip& clip, double shear, bake_report& to);

} // namespace jounce::bake

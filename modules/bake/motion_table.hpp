#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/bake/record_motion.hpp>

#include <span>
#include <string>

namespace jounce::bake {

// Motion of bones in model space, for analysis.

/// A line per clip, frame and bone: `clip,frame,time,bone,x,y,z,qx,qy,qz,qw,sx,sy,sz,tail_x,tail_y,
/// tail_z`, with a heading. Names that have commas or quotes are quoted as RFC 4180 has it.
std::string motion_csv(std::span<const recorded_motion> motions, const rig& bones);

/// An array [frame][bone] of one clip in the format of numpy, with named fields: `time`, `bone` (of
/// the rig), `position`, `rotation` (xyzw), `scale`, `tail`.
std::string motion_npy(const recorded_motion& motion, const rig& bones);

} // namespace jounce::bake

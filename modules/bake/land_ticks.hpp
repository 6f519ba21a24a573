#pragma once

#include <jounce/components/assets/character_kind.hpp>

#include <memory>

namespace jounce::bake {

/// The same kind with ticks that divide frames of a length, for `time_control::lands`: of the stable
/// solver as many as its own rate needs at least, of the vrm solver as many as come nearest to its own.
/// The stable solver's springs are solved for any length of a tick. Those of VRMC_springBone are not: what
/// a tick of another length keeps of the velocity, and how far it pulls, is scaled so that a second
/// comes to the same; where frames are whole numbers of its own ticks nothing is changed.
/// @param seconds  of a frame, 0.1 ms to 10 s
std::shared_ptr<const character_kind> land_ticks(const std::shared_ptr<const character_kind>& kind,
                                                 double seconds);

} // namespace jounce::bake

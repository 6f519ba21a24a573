#pragma once

#include <jounce/components/assets/character_kind.hpp>

#include <memory>

namespace jounce::bake {

/// The same kind with ticks that divide frames of a length, for `time_control::lands`: of the stable
/// solver as many as its own rate needs at least, of the vrm solver as many as come nearest to its own.
/// The stable solver's springs are solved for any length of a tick. Those of VRMC_springBone are not: what
/// a tick of another length keeps of the velocity, and how far it pulls, is scaled so that a second
/// comes to the same; where frames are whole numbers of its own ticks nothing is changed.
/// No tick of the stable solver is shorter than 0.1 ms or longer than 1 s, whatever its own rate.
/// @param seconds  of a frame, up to 10 s; one below 0.1 ms has a tick that is longer
std::shared_ptr<const character_kind> land_ticks(const std::shared_ptr<const character_kind>& kind,
                                                 double seconds);

} // namespace jounce::bake

#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/tissue_set.hpp>

#include <memory>

namespace jounce::bake {

/// Ticks per second of flesh that divide frames of the given length: at least as many as it has, from 1 to 10000.
double landing_rate(const tissue_set& flesh, double seconds);

/// The same kind with ticks that divide frames of the given length, for `time_control::lands`. The
/// stable solver gets at least as many ticks as its own rate needs, the vrm solver the number
/// nearest to its own. The stable solver's springs are solved for any length of a tick. Those of
/// VRMC_springBone are not: for a tick of another length the kept velocity and the pull are scaled
/// so that their effect per second is the same. If frames are whole numbers of its own ticks,
/// nothing changes. No tick of the stable solver is shorter than 0.1 ms or longer than 1 s,
/// whatever its own rate.
/// @param seconds  of a frame, up to 10 s; one below 0.1 ms has a tick that is longer
std::shared_ptr<const character_kind> land_ticks(const std::shared_ptr<const character_kind>& kind,
                                                 double seconds);

} // namespace jounce::bake

#pragma once

#include <jounce/components/host/clip_player.hpp>
#include <jounce/systems/animation/sample.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce {

/// The clip of a layer, or null where it shows the rest pose.
const clip* clip_of(const clip_player& player, const clip_layer& layer) noexcept;

/// A layer as the next frame uses it: its numbers are finite and in range, its time is folded into
/// the clip. Cleaning twice changes nothing.
clip_layer cleaned(const clip_layer& layer, const clip* source) noexcept;

/// The moment of the clip that a clean layer shows, seconds: the way back of ping-pong is folded.
double shown_time(const clip_layer& layer, const clip* source) noexcept;

/// Advances time and fades of all layers; ends those that have faded to 0.
/// Reads  the clips' durations.  Writes  layers.  Cost  O(1).
/// @pre dt is finite
void advance_clips(clip_player& player, float dt) noexcept;

/// What a player with clean layers shows now.
character_moment moment_of(clip_player& player) noexcept;

/// How many keys are remembered per layer, so that every clip of the set has room.
std::size_t found_keys_per_layer(const clip_set& clips) noexcept;

} // namespace jounce

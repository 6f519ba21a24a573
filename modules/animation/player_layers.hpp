#pragma once

// Changes to the layers of one character when clips are played, faded and stopped. For
// clip_actions.cpp.

#include <jounce/components/host/clip_player.hpp>
#include <jounce/modules/animation/clip_actions.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce {

/// The layer that a host means, or null.
const clip_layer* find_layer(const clip_player& player, std::int32_t layer);
clip_layer* find_layer(clip_player& player, std::int32_t layer);

clip_layer make_layer(const clip_player& player, std::int32_t index, const play_options& options);

void fade(clip_layer& layer, float weight, float seconds);

/// A free layer, or one that is ended to make room.
std::size_t take_layer(clip_player& player);

/// Fades from what is shown now to a clip, or to the rest pose.
void go_over(clip_player& player, std::int32_t clip, float seconds, const play_options& options);

} // namespace jounce

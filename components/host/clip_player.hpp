#pragma once

#include <jounce/components/assets/clip.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

/// What happens at the ends of a clip.
enum class play_mode : std::uint8_t {
    loop,      ///< goes on at the other end
    once,      ///< stays at the end it came to
    ping_pong, ///< turns round
};

/// Instead of a clip: the layer shows the rest pose.
inline constexpr std::int32_t no_clip = -1;

/// Largest weight: greater ones are reduced to this.
inline constexpr float most_clip_weight = 1000;

/// One clip of several that a character plays together.
///
/// Any value is harmless: an index that the set does not have shows the rest pose; a time, speed or
/// fade that is not finite becomes 0; a weight below 0 or not a number becomes 0. The next frame
/// writes it back like that.
struct clip_layer {
    bool is_used = false;
    /// Override layers are blended with each other by their share in the sum of their weights.
    /// Additive ones then add their difference from the rest pose, times their weight.
    bool additive = false;
    play_mode mode = play_mode::loop;
    std::int32_t clip = no_clip; ///< into `clip_set::clips`
    /// Seconds; from 0 to the clip's duration, to twice that for ping-pong (the second half is the
    /// way back). Anything else is folded or clamped into that, as the mode says.
    double time = 0;
    float speed = 1;     ///< below 0: backwards; 0 holds
    float weight = 1;    ///< at least 0
    float fade_to = 1;   ///< where the weight goes; a layer that was faded to 0 ends
    float fade_rate = 0; ///< how much it goes per second; 0: the weight stays
};

inline constexpr std::size_t clip_layers = 4; ///< of a character

/// Plays clips on a character. Component of a character; written by the host between frames (see
/// `play` and `cross_fade`) and by sample, which advances time and fades.
///
/// A character without it, or without `clips`, has the pose that the host gives it. With it, the
/// whole pose is written in every frame, without any layer the rest pose.
struct clip_player {
    std::shared_ptr<const clip_set> clips;
    std::array<clip_layer, clip_layers> layers{};
    std::int32_t main = 0; ///< layer that was played or faded to last; default of `clip_time`

    /// Index of the keys found last for each track, [layer][track], then [morph track]; kept by
    /// sample. It only saves time: it may be wrong, or empty.
    std::vector<std::uint32_t> found_keys;
};

} // namespace jounce

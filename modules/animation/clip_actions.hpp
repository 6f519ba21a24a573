#pragma once

#include <jounce/components/host/clip_player.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

namespace jounce {

// Functions to play clips on characters, between frames. If the handle is stale or a frame is being
// computed, they assert and do nothing. They return false (or -1) if they did nothing.

/// How `play` and `cross_fade` begin a clip.
struct play_options {
    play_mode mode = play_mode::loop;
    float speed = 1; ///< below 0: backwards, from the end of the clip unless `start` says otherwise
    float start = 0; ///< seconds into the clip
    float weight = 1;
};

/// Index of the clip with this name. Error name: `no_such_clip`; the message lists the clips of the
/// set.
result<std::int32_t> find_clip(const clip_set& clips, std::string_view name);

/// Gives a character clips without playing one: it shows the rest pose, and `cross_fade` begins there.
bool give_clips(entt::registry& registry, entt::entity character,
                std::shared_ptr<const clip_set> clips);

/// Plays a clip alone, from the next frame on: `play(registry, fox, clips, "Walk")`. A frame shows
/// the clip at the frame's end, so the first one shows the moment `dt` after the start.
/// False if the set has no such clip.
bool play(entt::registry& registry, entt::entity character, std::shared_ptr<const clip_set> clips,
          std::string_view name, const play_options& options = {});
/// The same with the clips that the character has already.
bool play(entt::registry& registry, entt::entity character, std::string_view name,
          const play_options& options = {});

/// Fades to a clip in so many seconds, from what is shown now: clips, an unfinished fade, or the
/// rest pose. Additive layers stay. If all layers are taken, the lightest override layer ends at
/// once, or the last layer if none is an override. 0 seconds or less: at once. False if the
/// character has no clips or no such clip.
bool cross_fade(entt::registry& registry, entt::entity character, std::string_view name,
                float seconds, const play_options& options = {});

/// How `add_layer` begins a clip.
struct layer_options {
    bool additive = true;
    play_mode mode = play_mode::loop;
    float speed = 1;
    float start = 0; ///< seconds into the clip
    float weight = 1;
    float fade_seconds = 0; ///< in which the weight comes up from 0
};

/// Adds a layer on top of the others. Returns its index in `clip_player::layers`, which stays until
/// the layer ends; -1 if there is no such clip or no layer is free.
std::int32_t add_layer(entt::registry& registry, entt::entity character, std::string_view name,
                       const layer_options& options = {});

/// Fades a layer to another weight. Faded to 0 it ends; at once for 0 seconds or less.
bool fade_layer(entt::registry& registry, entt::entity character, std::int32_t layer, float weight,
                float seconds);

/// Goes back to the rest pose in so many seconds and ends all layers, additive ones too. To give the
/// pose back to the host, remove the component `clip_player`: the last pose stays.
bool stop(entt::registry& registry, entt::entity character, float seconds = 0);

/// Sets the time of the clip. The next frame continues from there, so it shows this moment plus the
/// frame's time; with speed 0 it shows exactly this moment.
/// @param layer  -1: the one that was played or faded to last
bool seek(entt::registry& registry, entt::entity character, double seconds,
          std::int32_t layer = -1);

/// The moment of the clip that a layer shows, seconds; 0 if there is none.
double clip_time(const entt::registry& registry, entt::entity character, std::int32_t layer = -1);

/// Whether a layer that plays once has come to its end, or there is none.
bool is_clip_over(const entt::registry& registry, entt::entity character, std::int32_t layer = -1);

/// Writes the pose that the clips give now, before any frame: for `warm_up` and `pose_of`. No time
/// passes. False if the character plays nothing.
bool pose_from_clips(entt::registry& registry, entt::entity character);

} // namespace jounce

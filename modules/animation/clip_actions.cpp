#include <jounce/modules/animation/clip_actions.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/morph_weights.hpp>
#include <jounce/modules/animation/player_layers.hpp>
#include <jounce/modules/crowd/character_access.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/systems/animation/advance_clips.hpp>
#include <jounce/systems/animation/sample.hpp>
#include <jounce/systems/animation/sample_morphs.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace jounce {
namespace {

/// More names would not be read.
constexpr std::size_t most_names = 20;

bool may_act(entt::registry& registry, entt::entity who) {
    const bool busy = context<crowd_index>(registry).running;
    JOUNCE_ASSERT(!busy, "clips are played, stopped and moved between frames");
    const bool alive = is_character(registry, who);
    JOUNCE_ASSERT(alive, "this handle is stale: its character was despawned");
    return !busy && alive;
}

clip_player* player_of(entt::registry& registry, entt::entity who) {
    return may_act(registry, who) ? registry.try_get<clip_player>(who) : nullptr;
}

std::int32_t index_of(const clip_set& clips, std::string_view name) {
    const auto found = std::find_if(clips.clips.begin(), clips.clips.end(),
                                    [&](const clip& one) { return one.name == name; });
    return found != clips.clips.end() ? static_cast<std::int32_t>(found - clips.clips.begin())
                                      : no_clip;
}

} // namespace

result<std::int32_t> find_clip(const clip_set& clips, std::string_view name) {
    const std::int32_t found = index_of(clips, name);
    if (found != no_clip) {
        return found;
    }
    std::string message = "no clip is named '" + std::string(name) + "'; ";
    message += clips.clips.empty() ? "the set has none" : "there are:";
    for (std::size_t i = 0; i < std::min(clips.clips.size(), most_names); ++i) {
        message += (i == 0 ? " '" : ", '") + clips.clips[i].name + "'";
    }
    message += clips.clips.size() > most_names
                   ? " and " + std::to_string(clips.clips.size() - most_names) + " more"
                   : "";
    return error{errors::no_such_clip, message};
}

bool give_clips(entt::registry& registry, entt::entity who, std::shared_ptr<const clip_set> clips) {
    if (!may_act(registry, who) || clips == nullptr) {
        return false;
    }
    clip_player* player = registry.try_get<clip_player>(who);
    if (player == nullptr) {
        player = &registry.emplace<clip_player>(who);
    }
    if (player->clips != clips || player->found_keys.empty()) {
        player->found_keys.assign(found_keys_per_layer(*clips) * clip_layers, 0);
        player->clips = std::move(clips);
    }
    player->layers = {};
    player->main = 0;
    return true;
}

bool play(entt::registry& registry, entt::entity who, std::shared_ptr<const clip_set> clips,
          std::string_view name, const play_options& options) {
    if (!may_act(registry, who) || clips == nullptr) {
        return false;
    }
    const std::int32_t index = index_of(*clips, name);
    if (index == no_clip) {
        return false;
    }
    give_clips(registry, who, std::move(clips));
    clip_player& player = registry.get<clip_player>(who);
    player.layers[0] = make_layer(player, index, options);
    return true;
}

bool play(entt::registry& registry, entt::entity who, std::string_view name,
          const play_options& options) {
    const clip_player* player = player_of(registry, who);
    return player != nullptr && play(registry, who, player->clips, name, options);
}

bool cross_fade(entt::registry& registry, entt::entity who, std::string_view name, float seconds,
                const play_options& options) {
    clip_player* player = player_of(registry, who);
    const std::int32_t index =
        player != nullptr && player->clips != nullptr ? index_of(*player->clips, name) : no_clip;
    if (index == no_clip) {
        return false;
    }
    go_over(*player, index, seconds, options);
    return true;
}

std::int32_t add_layer(entt::registry& registry, entt::entity who, std::string_view name,
                       const layer_options& options) {
    clip_player* player = player_of(registry, who);
    const std::int32_t index =
        player != nullptr && player->clips != nullptr ? index_of(*player->clips, name) : no_clip;
    if (index == no_clip) {
        return -1;
    }
    const auto free = std::find_if(player->layers.begin(), player->layers.end(),
                                   [](const clip_layer& layer) { return !layer.is_used; });
    if (free == player->layers.end()) {
        return -1;
    }
    *free =
        make_layer(*player, index, {options.mode, options.speed, options.start, options.weight});
    free->additive = options.additive;
    if (options.fade_seconds > 0) {
        const float weight = free->weight;
        free->weight = 0;
        fade(*free, weight, options.fade_seconds);
    }
    return static_cast<std::int32_t>(free - player->layers.begin());
}

bool fade_layer(entt::registry& registry, entt::entity who, std::int32_t index, float weight,
                float seconds) {
    clip_player* player = player_of(registry, who);
    clip_layer* layer = player != nullptr ? find_layer(*player, index) : nullptr;
    if (layer == nullptr || !(weight >= 0)) {
        return false;
    }
    *layer = cleaned(*layer, clip_of(*player, *layer));
    fade(*layer, std::min(weight, most_clip_weight), seconds);
    return true;
}

bool stop(entt::registry& registry, entt::entity who, float seconds) {
    clip_player* player = player_of(registry, who);
    if (player == nullptr) {
        return false;
    }
    if (!(seconds > 0)) {
        player->layers = {};
        player->main = 0;
        return true;
    }
    for (clip_layer& layer : player->layers) {
        if (layer.is_used && layer.additive) {
            layer = cleaned(layer, clip_of(*player, layer));
            fade(layer, 0, seconds);
        }
    }
    go_over(*player, no_clip, seconds, {});
    return true;
}

bool seek(entt::registry& registry, entt::entity who, double seconds, std::int32_t index) {
    clip_player* player = player_of(registry, who);
    clip_layer* layer = player != nullptr ? find_layer(*player, index) : nullptr;
    if (layer == nullptr || !std::isfinite(seconds)) {
        return false;
    }
    layer->time = seconds;
    return true;
}

double clip_time(const entt::registry& registry, entt::entity who, std::int32_t index) {
    const clip_player* player =
        is_character(registry, who) ? registry.try_get<clip_player>(who) : nullptr;
    const clip_layer* layer = player != nullptr ? find_layer(*player, index) : nullptr;
    if (layer == nullptr) {
        return 0;
    }
    const clip* source = clip_of(*player, *layer);
    return shown_time(cleaned(*layer, source), source);
}

bool is_clip_over(const entt::registry& registry, entt::entity who, std::int32_t index) {
    const clip_player* player =
        is_character(registry, who) ? registry.try_get<clip_player>(who) : nullptr;
    const clip_layer* layer = player != nullptr ? find_layer(*player, index) : nullptr;
    const clip* source = layer != nullptr ? clip_of(*player, *layer) : nullptr;
    if (source == nullptr) {
        return true;
    }
    const clip_layer now = cleaned(*layer, source);
    const double end = now.speed < 0 ? 0 : static_cast<double>(source->duration);
    return now.mode == play_mode::once && now.time == end;
}

bool pose_from_clips(entt::registry& registry, entt::entity who) {
    clip_player* player = player_of(registry, who);
    if (player == nullptr || player->clips == nullptr) {
        return false;
    }
    advance_clips(*player, 0);
    const character& at = registry.get<character>(who);
    block_moment now;
    now.lanes[static_cast<std::size_t>(at.lane)] = moment_of(*player);
    now.playing = 1U << at.lane;
    if (morph_weights* morphs = registry.try_get<morph_weights>(who)) {
        sample_morphs(now.lanes[static_cast<std::size_t>(at.lane)], *morphs);
    }
    sample(registry.get<block>(at.block).kind->rig, now, registry.get<local_pose>(at.block));
    return true;
}

} // namespace jounce

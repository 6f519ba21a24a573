#include <jounce/modules/animation/clip_actions.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/morph_weights.hpp>
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

/// The layer that a host means, or null.
const clip_layer* find_layer(const clip_player& player, std::int32_t layer) {
    const std::int32_t index = layer < 0 ? player.main : layer;
    if (index < 0 || index >= static_cast<std::int32_t>(clip_layers)) {
        return nullptr;
    }
    const clip_layer& found = player.layers[static_cast<std::size_t>(index)];
    return found.is_used ? &found : nullptr;
}

clip_layer* find_layer(clip_player& player, std::int32_t layer) {
    return const_cast<clip_layer*>(find_layer(std::as_const(player), layer));
}

/// Running backwards a clip begins at its end.
double start_of(const clip& source, float start, float speed) {
    return speed < 0 && start == 0 ? static_cast<double>(source.duration)
                                   : static_cast<double>(start);
}

clip_layer make_layer(const clip_player& player, std::int32_t index, const play_options& options) {
    clip_layer out;
    out.is_used = true;
    out.clip = index;
    out.mode = options.mode;
    out.speed = options.speed;
    out.weight = options.weight;
    out.fade_to = options.weight;
    const clip* source = clip_of(player, out);
    out.time = source != nullptr ? start_of(*source, options.start, options.speed) : 0;
    return cleaned(out, source);
}

void fade(clip_layer& layer, float weight, float seconds) {
    layer.fade_to = weight;
    layer.fade_rate = 0;
    const float rate = std::abs(weight - layer.weight) / seconds;
    if (seconds > 0 && rate > 0 && std::isfinite(rate)) {
        layer.fade_rate = rate;
    } else {
        layer.weight = weight;
        layer.is_used = weight > 0;
    }
}

/// A free layer, or the one that ends for it.
std::size_t take_layer(clip_player& player) {
    std::size_t lightest = clip_layers - 1;
    bool is_override = false;
    for (std::size_t i = 0; i < clip_layers; ++i) {
        const clip_layer& layer = player.layers[i];
        if (!layer.is_used) {
            return i;
        }
        const bool lighter = !is_override || layer.weight < player.layers[lightest].weight;
        if (!layer.additive && lighter) {
            lightest = i;
            is_override = true;
        }
    }
    return lightest;
}

/// Fades from what shows to a clip, or to the rest pose.
void go_over(clip_player& player, std::int32_t clip, float seconds, const play_options& options) {
    bool shows_rest = true;
    for (clip_layer& layer : player.layers) {
        if (layer.is_used && !layer.additive) {
            layer = cleaned(layer, clip_of(player, layer));
            shows_rest = shows_rest && !(layer.weight > 0);
            fade(layer, 0, seconds);
        }
    }
    if (shows_rest && seconds > 0) {
        // Weights are shares of their sum, so a lone clip cannot fade in: the rest pose fades out.
        clip_layer& rest = player.layers[take_layer(player)];
        rest = make_layer(player, no_clip, {});
        fade(rest, 0, seconds);
    }
    const std::size_t index = take_layer(player);
    clip_layer& to = player.layers[index];
    to = make_layer(player, clip, options);
    if (seconds > 0) {
        const float weight = to.weight;
        to.weight = 0;
        fade(to, weight, seconds);
    }
    player.main = static_cast<std::int32_t>(index);
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
    return error{"no_such_clip", message};
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

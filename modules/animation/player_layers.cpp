#include <jounce/modules/animation/player_layers.hpp>

#include <jounce/systems/animation/advance_clips.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce {
namespace {

/// Running backwards a clip begins at its end.
double start_of(const clip& source, float start, float speed) {
    return speed < 0 && start == 0 ? static_cast<double>(source.duration)
                                   : static_cast<double>(start);
}

} // namespace

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

} // namespace jounce

#include <jounce/systems/animation/advance_clips.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }
float finite_or_zero(float value) { return std::isfinite(value) ? value : 0; }

float clean_weight(float weight) {
    return weight > 0 ? std::min(weight, most_clip_weight) : 0.0F; // also for what is no number
}

/// 0 <= result < period; the remainder is exact, so it is the same on every machine.
double wrapped(double time, double period) {
    if (time >= 0 && time < period) {
        return time;
    }
    double rest = std::fmod(time, period);
    rest = rest < 0 ? rest + period : rest;
    return rest < period ? rest : 0; // a very small negative time rounds up to the period
}

double duration_of(const clip* source) {
    return source != nullptr && source->duration > 0 ? static_cast<double>(source->duration) : 0;
}

double folded(double time, play_mode mode, double duration) {
    if (!(duration > 0) || !std::isfinite(time) || !std::isfinite(duration)) {
        return 0;
    }
    switch (mode) {
    case play_mode::once: return std::clamp(time, 0.0, duration);
    case play_mode::ping_pong: return wrapped(time, 2 * duration);
    case play_mode::loop: break;
    }
    return wrapped(time, duration);
}

float stepped(float from, float to, float step) {
    return from < to ? std::min(from + step, to) : std::max(from - step, to);
}

} // namespace

const clip* clip_of(const clip_player& player, const clip_layer& layer) noexcept {
    if (player.clips == nullptr || layer.clip < 0) {
        return nullptr;
    }
    const std::size_t index = static_cast<std::size_t>(layer.clip);
    return index < player.clips->clips.size() ? &player.clips->clips[index] : nullptr;
}

clip_layer cleaned(const clip_layer& layer, const clip* source) noexcept {
    clip_layer out = layer;
    if (out.mode != play_mode::once && out.mode != play_mode::ping_pong) {
        out.mode = play_mode::loop;
    }
    out.speed = finite_or_zero(out.speed);
    out.weight = clean_weight(out.weight);
    out.fade_to = clean_weight(out.fade_to);
    out.fade_rate = std::max(finite_or_zero(out.fade_rate), 0.0F);
    out.time = folded(finite_or_zero(out.time), out.mode, duration_of(source));
    return out;
}

double shown_time(const clip_layer& layer, const clip* source) noexcept {
    const double duration = duration_of(source);
    const bool is_way_back = layer.mode == play_mode::ping_pong && layer.time > duration;
    return is_way_back ? 2 * duration - layer.time : layer.time;
}

void advance_clips(clip_player& player, float dt) noexcept {
    for (clip_layer& layer : player.layers) {
        if (!layer.is_used) {
            continue;
        }
        const clip* source = clip_of(player, layer);
        layer = cleaned(layer, source);
        layer.time = folded(layer.time + static_cast<double>(dt) * static_cast<double>(layer.speed),
                            layer.mode, duration_of(source));
        if (layer.fade_rate > 0) {
            layer.weight = stepped(layer.weight, layer.fade_to, dt * layer.fade_rate);
            layer.is_used = layer.weight > 0 || layer.fade_to > 0;
            layer.fade_rate = layer.weight == layer.fade_to ? 0 : layer.fade_rate;
        }
    }
}

character_moment moment_of(clip_player& player) noexcept {
    const std::size_t room = player.found_keys.size() / clip_layers;
    double sum = 0;
    for (const clip_layer& layer : player.layers) {
        sum += layer.is_used && !layer.additive ? static_cast<double>(layer.weight) : 0;
    }
    character_moment out;
    for (const bool additive : {false, true}) {
        for (std::size_t i = 0; i < clip_layers; ++i) {
            const clip_layer& layer = player.layers[i];
            // A layer without weight changes nothing, also not the sign that rotations are added with.
            if (!layer.is_used || layer.additive != additive || !(layer.weight > 0)) {
                continue;
            }
            clip_moment& to = out.layers[static_cast<std::size_t>(out.layer_count++)];
            to.source = clip_of(player, layer);
            to.time = shown_time(layer, to.source);
            const double weight = static_cast<double>(layer.weight);
            to.weight = static_cast<float>(additive ? weight : weight / sum);
            const bool has_room =
                to.source != nullptr && to.source->tracks.size() + to.source->morphs.size() <= room;
            to.found_keys = has_room ? player.found_keys.data() + i * room : nullptr;
        }
        if (!additive) {
            out.override_count = out.layer_count;
        }
    }
    return out;
}

std::size_t found_keys_per_layer(const clip_set& clips) noexcept {
    std::size_t most = 0;
    for (const clip& one : clips.clips) {
        most = std::max(most, one.tracks.size() + one.morphs.size());
    }
    return most;
}

} // namespace jounce

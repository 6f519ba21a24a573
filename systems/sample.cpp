#include <jounce/systems/sample.hpp>

#include <jounce/systems/detail/clip_keys.hpp>
#include <jounce/systems/detail/lane_math.hpp>
#include <jounce/systems/detail/slerp.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Goes through the tracks of one layer of one character, bone by bone.
struct walker {
    const float* times = nullptr;
    const float* values = nullptr;
    const track* first = nullptr;
    const track* next = nullptr;
    const track* end = nullptr;
    std::uint32_t* found_keys = nullptr;
    double time = 0;

    // The last search, for tracks that share their times.
    std::uint32_t first_key = 0;
    std::uint32_t key_count = 0;
    detail::key_place place;
};

walker start(const clip_moment& layer) {
    walker out;
    if (layer.source != nullptr) {
        out.times = layer.source->times.data();
        out.values = layer.source->values.data();
        out.first = layer.source->tracks.data();
        out.next = out.first;
        out.end = out.first + layer.source->tracks.size();
        out.found_keys = layer.found_keys;
        out.time = layer.time;
    }
    return out;
}

/// The place of the layer's time among the keys of its next track.
JOUNCE_INLINE detail::key_place place_in(walker& at, const track& keys) {
    if (keys.first_key != at.first_key || keys.key_count != at.key_count) {
        at.first_key = keys.first_key;
        at.key_count = keys.key_count;
        std::uint32_t none = 0;
        std::uint32_t& hint = at.found_keys != nullptr ? at.found_keys[at.next - at.first] : none;
        at.place = detail::find_place(at.times + keys.first_key, keys.key_count, at.time, hint);
    }
    return at.place;
}

/// Two keys of each of eight characters and how far each is between them.
template <class Real, std::size_t Width> struct gathered {
    lane<Real> from[Width];
    lane<Real> to[Width];
    lane<Real> share;
    std::uint32_t tracked = 0; ///< bit per lane: has keys, and is not simply at rest
};

/// Splines are rare, so they are evaluated one by one; what comes out is a key to stay on.
template <class Real, std::size_t Width>
JOUNCE_APART void gather_cubic(const walker& at, const track& keys, const detail::key_place& place,
                               int lane, gathered<Real, Width>& to) {
    const float* times = at.times + keys.first_key;
    const float* values = at.values + keys.first_value;
    detail::hermite by{};
    if (place.share > 0) {
        const double start = static_cast<double>(times[place.key]);
        by = detail::hermite_at(place.share, static_cast<double>(times[place.key + 1]) - start);
    }
    double numbers[Width];
    double size2 = 0;
    for (std::uint32_t i = 0; i < Width; ++i) {
        numbers[i] = detail::cubic_number(values, Width, i, place, by);
        size2 += numbers[i] * numbers[i];
    }
    if constexpr (Width == 4) {
        // A spline through opposite quaternions passes through 0: then it stays on its key.
        const bool is_turn = size2 > 1e-12;
        const double inverse = is_turn ? 1 / __builtin_sqrt(size2) : 1;
        for (std::uint32_t i = 0; i < Width; ++i) {
            numbers[i] = is_turn ? numbers[i] * inverse
                                 : detail::cubic_number(values, Width, i, {place.key, 0}, by);
        }
    }
    for (std::size_t i = 0; i < Width; ++i) {
        to.from[i].v[lane] = static_cast<Real>(numbers[i]);
        to.to[i].v[lane] = static_cast<Real>(numbers[i]);
    }
    to.share.v[lane] = 0;
}

/// Takes the keys of the walker's next track, if it moves this property of this bone.
template <class Real, std::size_t Width>
JOUNCE_INLINE void gather(walker& at, std::int32_t bone, track_target target, int lane,
                          gathered<Real, Width>& to) {
    if (at.next == at.end || at.next->bone != bone || at.next->target != target) {
        return;
    }
    const track& keys = *at.next;
    const detail::key_place place = place_in(at, keys);
    ++at.next;
    to.tracked |= 1U << lane;
    if (keys.mode == interpolation::cubic) {
        gather_cubic(at, keys, place, lane, to);
        return;
    }
    const bool between = keys.mode == interpolation::linear && place.share > 0;
    const float* from = at.values + keys.first_value + std::size_t{place.key} * Width;
    const float* next = between ? from + Width : from;
    for (std::size_t i = 0; i < Width; ++i) {
        to.from[i].v[lane] = static_cast<Real>(from[i]);
        to.to[i].v[lane] = static_cast<Real>(next[i]);
    }
    to.share.v[lane] = between ? static_cast<Real>(place.share) : Real(0);
}

/// Everyone at rest.
template <class Real, std::size_t Width>
JOUNCE_INLINE void clear(gathered<Real, Width>& to, const Real (&rest)[Width]) {
    for (std::size_t i = 0; i < Width; ++i) {
        store(to.from[i], splat(rest[i]));
        store(to.to[i], splat(rest[i]));
    }
    store(to.share, splat(Real(0)));
    to.tracked = 0;
}

template <class Real> JOUNCE_INLINE vec<Real> interpolate(const gathered<Real, 3>& keys) {
    const vec<Real> from = {load(keys.from[0]), load(keys.from[1]), load(keys.from[2])};
    const vec<Real> to = {load(keys.to[0]), load(keys.to[1]), load(keys.to[2])};
    return from + load(keys.share) * (to - from);
}
template <class Real> JOUNCE_INLINE rotation<Real> interpolate(const gathered<Real, 4>& keys) {
    return slerp<Real>(
        {load(keys.from[0]), load(keys.from[1]), load(keys.from[2]), load(keys.from[3])},
        {load(keys.to[0]), load(keys.to[1]), load(keys.to[2]), load(keys.to[3])}, load(keys.share));
}

template <class Real> JOUNCE_INLINE mask<Real> lanes_of(std::uint32_t bits) {
    lane<Real> is_in;
    for (int i = 0; i < lane_count; ++i) {
        is_in.v[i] = (bits >> i) & 1U ? Real(1) : Real(0);
    }
    return less<Real>(splat(Real(0)), load(is_in));
}

/// The layers of all lanes that stand in the same place.
template <class Real> struct layer_row {
    walker lanes[lane_count];
    lane<Real> weight;
    std::uint32_t used = 0; ///< bit per lane
};

/// One bone at rest, in every lane.
template <class Real> struct resting {
    vec<Real> translation;
    rotation<Real> turn;
    vec<Real> scale; ///< by axis: scale times stretch
};

/// One bone of one row of layers.
template <class Real> struct row_keys {
    gathered<Real, 3> translation;
    gathered<Real, 4> turn;
    gathered<Real, 3> scale;
};

/// One bone, being blended.
template <class Real> struct blended {
    vec<Real> translation;
    rotation<Real> turn;
    vec<Real> scale;
    std::uint32_t moved = 0; ///< bit per lane: some layer has keys for the translation
    std::uint32_t turned = 0;
    std::uint32_t scaled = 0;
};

template <class Real> void gather_row(layer_row<Real>& row, std::int32_t bone, row_keys<Real>& to) {
    for (std::uint32_t left = row.used; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        walker& at = row.lanes[lane];
        while (at.next != at.end && at.next->bone < bone) {
            ++at.next;
        }
        gather(at, bone, track_target::translation, lane, to.translation);
        gather(at, bone, track_target::rotation, lane, to.turn);
        gather(at, bone, track_target::scale, lane, to.scale);
    }
}

template <class Real>
JOUNCE_INLINE void add_override(const row_keys<Real>& keys, const resting<Real>& rest,
                                const num<Real>& weight, blended<Real>& to) {
    // The shorter ways give the same bits as the longer ones would: a lane's result does not depend
    // on its neighbours.
    const vec<Real> move =
        keys.translation.tracked != 0 ? interpolate(keys.translation) : rest.translation;
    const rotation<Real> turn = keys.turn.tracked != 0 ? interpolate(keys.turn) : rest.turn;
    const vec<Real> scale = keys.scale.tracked != 0 ? interpolate(keys.scale) : rest.scale;
    to.translation = to.translation + weight * move;
    to.turn = to.turn + weight * towards(to.turn, turn);
    to.scale = to.scale + weight * scale;
    to.moved |= keys.translation.tracked;
    to.turned |= keys.turn.tracked;
    to.scaled |= keys.scale.tracked;
}

/// After the override layers: whom none of them moved is at rest, exactly.
template <class Real>
JOUNCE_INLINE void finish_override(const resting<Real>& rest, blended<Real>& to) {
    to.translation = where<Real>(lanes_of<Real>(to.moved), to.translation, rest.translation);
    to.turn = where<Real>(lanes_of<Real>(to.turned), normalised(to.turn), rest.turn);
    to.scale = where<Real>(lanes_of<Real>(to.scaled), to.scale, rest.scale);
}

template <class Real>
JOUNCE_INLINE void add_difference(const row_keys<Real>& keys, const resting<Real>& rest,
                                  const num<Real>& weight, blended<Real>& to) {
    const num<Real> one = splat(Real(1));
    if (keys.translation.tracked != 0) {
        const vec<Real> sum =
            to.translation + weight * (interpolate(keys.translation) - rest.translation);
        to.translation = where<Real>(lanes_of<Real>(keys.translation.tracked), sum, to.translation);
        to.moved |= keys.translation.tracked;
    }
    if (keys.turn.tracked != 0) {
        const rotation<Real> back = {-rest.turn.x, -rest.turn.y, -rest.turn.z, rest.turn.w};
        const rotation<Real> none = {splat(Real(0)), splat(Real(0)), splat(Real(0)), one};
        const rotation<Real> difference = towards(none, back * interpolate(keys.turn));
        const rotation<Real> part = {weight * difference.x, weight * difference.y,
                                     weight * difference.z, (one - weight) + weight * difference.w};
        // Twice: rounding in a long row of products must not add up.
        const rotation<Real> turned = normalised(to.turn * normalised(part));
        to.turn = where<Real>(lanes_of<Real>(keys.turn.tracked), turned, to.turn);
        to.turned |= keys.turn.tracked;
    }
    if (keys.scale.tracked != 0) {
        const vec<Real> s = interpolate(keys.scale);
        const vec<Real> scaled = {to.scale.x * (one + weight * (s.x / rest.scale.x - one)),
                                  to.scale.y * (one + weight * (s.y / rest.scale.y - one)),
                                  to.scale.z * (one + weight * (s.z / rest.scale.z - one))};
        to.scale = where<Real>(lanes_of<Real>(keys.scale.tracked), scaled, to.scale);
        to.scaled |= keys.scale.tracked;
    }
}

/// A mean scale smaller than this is not divided by: all of the scale goes to the stretch.
template <class Real> constexpr Real least_mean = Real(1e-6);

template <class Real>
JOUNCE_INLINE void write_bone(const basic_rig<Real>& rig, std::size_t b, const resting<Real>& rest,
                              const blended<Real>& bone, const mask<Real>& playing,
                              basic_local_pose<Real>& to) {
    lane_transform<Real>& out = to.bones.data()[b];
    store(out.translation, where<Real>(playing, bone.translation, load(out.translation)));
    store(out.rotation, where<Real>(playing, bone.turn, load(out.rotation)));
    const num<Real> rest_scale = splat(rig.rest_local.data()[b].scale);
    num<Real> scale = rest_scale;
    vec<Real> stretch = {splat(Real(1)), splat(Real(1)), splat(Real(1))};
    if (rig.is_affine) {
        stretch = splat(rig.rest_stretch.data()[b]);
    }
    if (bone.scaled != 0) {
        const num<Real> mean = (bone.scale.x / rest.scale.x + bone.scale.y / rest.scale.y +
                                bone.scale.z / rest.scale.z) /
                               splat(Real(3));
        num<Real> new_scale = rest_scale * mean;
        const mask<Real> scaled = lanes_of<Real>(bone.scaled);
        if (rig.is_affine) {
            const mask<Real> is_mean = less<Real>(splat(least_mean<Real>), mean.abs());
            new_scale = where<Real>(is_mean, new_scale, rest_scale);
            const vec<Real> new_stretch = {bone.scale.x / new_scale, bone.scale.y / new_scale,
                                           bone.scale.z / new_scale};
            stretch = where<Real>(scaled, new_stretch, stretch);
        }
        scale = where<Real>(scaled, new_scale, scale);
    }
    store<Real>(out.scale, where<Real>(playing, scale, load(out.scale)));
    if (rig.is_affine) {
        lane_vec3<Real>& out_stretch = to.stretch.data()[b];
        store(out_stretch, where<Real>(playing, stretch, load(out_stretch)));
    }
}

/// Puts the layers of all lanes into rows; returns how many there are. Override layers from the first
/// row on, additive ones after those of every lane, so that all lanes of a row do the same.
template <class Real>
int make_rows(const block_moment& now, layer_row<Real> (&rows)[2 * clip_layers], int& overrides) {
    overrides = 0;
    int additions = 0;
    for (std::uint32_t left = now.playing; left != 0; left &= left - 1) {
        const character_moment& who = now.lanes.data()[__builtin_ctz(left)];
        const int additive = who.layer_count - who.override_count;
        overrides = who.override_count > overrides ? who.override_count : overrides;
        additions = additive > additions ? additive : additions;
    }
    for (int r = 0; r < overrides + additions; ++r) {
        store(rows[r].weight, splat(Real(0)));
        rows[r].used = 0;
    }
    for (std::uint32_t left = now.playing; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const character_moment& who = now.lanes.data()[lane];
        for (int i = 0; i < who.layer_count; ++i) {
            const clip_moment& layer = who.layers.data()[i];
            layer_row<Real>& row =
                rows[i < who.override_count ? i : overrides + i - who.override_count];
            row.lanes[lane] = start(layer);
            row.weight.v[lane] = static_cast<Real>(layer.weight);
            row.used |= 1U << lane;
        }
    }
    return overrides + additions;
}

} // namespace

template <class Real>
void sample(const basic_rig<Real>& rig, const block_moment& now,
            basic_local_pose<Real>& to) noexcept {
    layer_row<Real> rows[2 * clip_layers];
    int overrides = 0;
    const int count = make_rows(now, rows, overrides);
    const mask<Real> playing = lanes_of<Real>(now.playing);
    const std::int32_t bones = rig.bone_count();
    row_keys<Real> keys;
    for (std::int32_t bone = 0; bone < bones; ++bone) {
        const std::size_t b = static_cast<std::size_t>(bone);
        const transform<Real>& at = rig.rest_local.data()[b];
        const vec3<Real> stretch = rig.is_affine ? rig.rest_stretch.data()[b] : vec3<Real>{1, 1, 1};
        const Real move[3] = {at.translation.x, at.translation.y, at.translation.z};
        const Real turn[4] = {at.rotation.x, at.rotation.y, at.rotation.z, at.rotation.w};
        const Real scale[3] = {at.scale * stretch.x, at.scale * stretch.y, at.scale * stretch.z};
        const resting<Real> rest = {
            {splat(move[0]), splat(move[1]), splat(move[2])},
            {splat(turn[0]), splat(turn[1]), splat(turn[2]), splat(turn[3])},
            {splat(scale[0]), splat(scale[1]), splat(scale[2])}};
        const num<Real> zero = splat(Real(0));
        blended<Real> result = {
            {zero, zero, zero}, {zero, zero, zero, zero}, {zero, zero, zero}, 0, 0, 0};
        for (int r = 0; r < count; ++r) {
            clear(keys.translation, move);
            clear(keys.turn, turn);
            clear(keys.scale, scale);
            gather_row(rows[r], bone, keys);
            if (r == overrides) {
                finish_override(rest, result);
            }
            if (r < overrides) {
                add_override(keys, rest, load(rows[r].weight), result);
            } else {
                add_difference(keys, rest, load(rows[r].weight), result);
            }
        }
        if (count == overrides) {
            finish_override(rest, result);
        }
        write_bone(rig, b, rest, result, playing, to);
    }
}

template void sample(const basic_rig<float>&, const block_moment&,
                     basic_local_pose<float>&) noexcept;
template void sample(const basic_rig<double>&, const block_moment&,
                     basic_local_pose<double>&) noexcept;

} // namespace jounce::JOUNCE_LEVEL

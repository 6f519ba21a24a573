#include <jounce/systems/animation/sample.hpp>

#include <jounce/systems/animation/gather_keys.hpp>
#include <jounce/systems/simd/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

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
    to.translation.tracked = to.turn.tracked = to.scale.tracked = 0;
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
    const vec<Real> move = keys.translation.tracked != 0
                               ? interpolate(keys.translation, rest.translation)
                               : rest.translation;
    const rotation<Real> turn =
        keys.turn.tracked != 0 ? interpolate(keys.turn, rest.turn) : rest.turn;
    const vec<Real> scale =
        keys.scale.tracked != 0 ? interpolate(keys.scale, rest.scale) : rest.scale;
    to.translation = to.translation + weight * move;
    to.turn = to.turn + weight * towards(to.turn, turn);
    to.scale = to.scale + weight * scale;
    to.moved |= keys.translation.tracked;
    to.turned |= keys.turn.tracked;
    to.scaled |= keys.scale.tracked;
}

/// After the override layers: lanes that none of them moved are exactly at rest.
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
            to.translation +
            weight * (interpolate(keys.translation, rest.translation) - rest.translation);
        to.translation = where<Real>(lanes_of<Real>(keys.translation.tracked), sum, to.translation);
        to.moved |= keys.translation.tracked;
    }
    if (keys.turn.tracked != 0) {
        const rotation<Real> back = {-rest.turn.x, -rest.turn.y, -rest.turn.z, rest.turn.w};
        const rotation<Real> none = {splat(Real(0)), splat(Real(0)), splat(Real(0)), one};
        const rotation<Real> difference = towards(none, back * interpolate(keys.turn, rest.turn));
        const rotation<Real> part = {weight * difference.x, weight * difference.y,
                                     weight * difference.z, (one - weight) + weight * difference.w};
        // Twice: rounding in a long row of products must not add up.
        const rotation<Real> turned = normalised(to.turn * normalised(part));
        to.turn = where<Real>(lanes_of<Real>(keys.turn.tracked), turned, to.turn);
        to.turned |= keys.turn.tracked;
    }
    if (keys.scale.tracked != 0) {
        const vec<Real> s = interpolate(keys.scale, rest.scale);
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
        const vec3<Real> scale = {at.scale * stretch.x, at.scale * stretch.y, at.scale * stretch.z};
        const resting<Real> rest = {splat(at.translation), splat(at.rotation), splat(scale)};
        const num<Real> zero = splat(Real(0));
        blended<Real> result = {
            {zero, zero, zero}, {zero, zero, zero, zero}, {zero, zero, zero}, 0, 0, 0};
        for (int r = 0; r < overrides; ++r) {
            gather_row(rows[r], bone, keys);
            add_override(keys, rest, load(rows[r].weight), result);
        }
        finish_override(rest, result);
        for (int r = overrides; r < count; ++r) {
            gather_row(rows[r], bone, keys);
            add_difference(keys, rest, load(rows[r].weight), result);
        }
        write_bone(rig, b, rest, result, playing, to);
    }
}

JOUNCE_DEFINED(sample)

} // namespace jounce::JOUNCE_LEVEL

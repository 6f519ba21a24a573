#pragma once

// The keys around a moment, of eight characters that each play different clips. They are found and
// copied one by one and interpolated together. Kernel sources only.

#include <jounce/systems/animation/clip_keys.hpp>
#include <jounce/systems/animation/sample.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/simd/slerp.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {

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

JOUNCE_INLINE walker start(const clip_moment& layer) {
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

/// Two keys of each of eight characters and how far each is between them. Character by character,
/// so that a key is copied in one piece; it is transposed into lanes when all characters are done.
/// A character without keys for the bone still has those of an earlier bone, which are not used.
template <class Real, std::size_t Width> struct gathered {
    Real from[lane_count][4] = {};
    Real to[lane_count][4] = {};
    lane<Real> share = {};
    std::uint32_t tracked = 0; ///< bit per lane: has keys, and is not simply at rest
};

/// Splines are rare, so they are evaluated one by one; the result is stored as a single key.
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
        to.from[lane][i] = static_cast<Real>(numbers[i]);
        to.to[lane][i] = static_cast<Real>(numbers[i]);
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
        to.from[lane][i] = static_cast<Real>(from[i]);
        to.to[lane][i] = static_cast<Real>(next[i]);
    }
    to.share.v[lane] = between ? static_cast<Real>(place.share) : Real(0);
}

/// Eight numbers from those of lanes 0 to 3 and 4 to 7.
template <class Real>
JOUNCE_INLINE num<Real> join(const typename four_lanes<Real>::numbers& low,
                             const typename four_lanes<Real>::numbers& high) {
    num<Real> out;
    if constexpr (register_of<Real>::width == 8) {
        out.part[0] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    } else if constexpr (register_of<Real>::width == 4) {
        out.part[0] = low;
        out.part[1] = high;
    } else {
        out.part[0] = __builtin_shufflevector(low, low, 0, 1);
        out.part[1] = __builtin_shufflevector(low, low, 2, 3);
        out.part[2] = __builtin_shufflevector(high, high, 0, 1);
        out.part[3] = __builtin_shufflevector(high, high, 2, 3);
    }
    return out;
}

/// The numbers of four characters, one register for each number.
template <class Real> struct four_transposed {
    using four = typename four_lanes<Real>::numbers;
    four x, y, z, w;

    JOUNCE_INLINE explicit four_transposed(const Real (*rows)[4]) {
        four a, b, c, d;
        std::memcpy(&a, rows[0], sizeof a);
        std::memcpy(&b, rows[1], sizeof b);
        std::memcpy(&c, rows[2], sizeof c);
        std::memcpy(&d, rows[3], sizeof d);
        const four xy_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        const four zw_low = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        const four xy_high = __builtin_shufflevector(c, d, 0, 4, 1, 5);
        const four zw_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        x = __builtin_shufflevector(xy_low, xy_high, 0, 1, 4, 5);
        y = __builtin_shufflevector(xy_low, xy_high, 2, 3, 6, 7);
        z = __builtin_shufflevector(zw_low, zw_high, 0, 1, 4, 5);
        w = __builtin_shufflevector(zw_low, zw_high, 2, 3, 6, 7);
    }
};

/// A vector is treated as a rotation without its last number.
template <class Real> JOUNCE_INLINE rotation<Real> transposed(const Real (&rows)[lane_count][4]) {
    const four_transposed<Real> low(rows);
    const four_transposed<Real> high(rows + 4);
    return {join<Real>(low.x, high.x), join<Real>(low.y, high.y), join<Real>(low.z, high.z),
            join<Real>(low.w, high.w)};
}

/// Lanes of a bit mask.
template <class Real> JOUNCE_INLINE mask<Real> lanes_of(std::uint32_t bits) {
    using reg = register_of<Real>;
    return by_register<mask<Real>>([&](std::size_t part) {
        typename reg::words of_lane{};
        for (std::size_t i = 0; i < reg::width; ++i) {
            of_lane[i] = static_cast<typename reg::word>(1) << i;
        }
        const typename reg::words all =
            of_lane & static_cast<typename reg::word>(bits >> (part * reg::width));
        return all != 0;
    });
}

/// The values of a property in every lane; rest where there are no keys.
template <class Real>
JOUNCE_INLINE vec<Real> interpolate(const gathered<Real, 3>& keys, const vec<Real>& rest) {
    const rotation<Real> a = transposed(keys.from);
    const rotation<Real> b = transposed(keys.to);
    const vec<Real> from = {a.x, a.y, a.z};
    const vec<Real> to = {b.x, b.y, b.z};
    return where<Real>(lanes_of<Real>(keys.tracked), from + load(keys.share) * (to - from), rest);
}
template <class Real>
JOUNCE_INLINE rotation<Real> interpolate(const gathered<Real, 4>& keys,
                                         const rotation<Real>& rest) {
    const rotation<Real> turn =
        slerp<Real>(transposed(keys.from), transposed(keys.to), load(keys.share));
    return where<Real>(lanes_of<Real>(keys.tracked), turn, rest);
}

} // namespace jounce::JOUNCE_LEVEL

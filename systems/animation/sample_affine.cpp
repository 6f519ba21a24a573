#include <jounce/systems/animation/sample_affine.hpp>

#include <jounce/systems/simd/stream_lines.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace jounce::JOUNCE_LEVEL {
namespace {

constexpr std::ptrdiff_t numbers_per_joint = 12;
/// Numbers that are computed together: here lanes are neighbours in one character's palette.
constexpr std::ptrdiff_t step = lane_count;
/// Numbers that are written past the caches together: a line of floats.
constexpr std::ptrdiff_t line_numbers = 2 * step;

/// Rows of the identity, one joint after the other, until a step begins with a joint again.
template <class Real> struct identity_rows {
    static constexpr std::ptrdiff_t count = 2 * numbers_per_joint;
    Real v[count] = {};

    constexpr identity_rows() {
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            const std::ptrdiff_t in_joint = i % numbers_per_joint;
            v[i] = in_joint / 4 == in_joint % 4 ? Real(1) : Real(0);
        }
    }
};
template <class Real> constexpr identity_rows<Real> identity;

/// Eight numbers that follow each other anywhere in memory.
template <class Real, class Stored> JOUNCE_INLINE num<Real> load_numbers(const Stored* from) {
    lane<Real> out;
    if constexpr (std::is_same_v<Real, Stored>) {
        std::memcpy(out.v, from, sizeof out.v);
    } else {
        for (int i = 0; i < lane_count; ++i) {
            out.v[i] = static_cast<Real>(from[i]);
        }
    }
    return load(out);
}

template <class Real> JOUNCE_INLINE num<Real> identity_at(std::ptrdiff_t first) {
    return load_numbers<Real>(identity<Real>.v + first % identity_rows<Real>::count);
}

/// A layer at its moment: two frames of its clip, and how far it is between them.
template <class Real> struct frame_pair {
    const float* from = nullptr;
    const float* to = nullptr;
    std::ptrdiff_t count = 0; ///< numbers; beyond them it shows the identity
    Real share = 0;           ///< of the way
    Real weight = 0;
};

/// What a character shows: `sum weight m + rest identity`.
template <class Real> struct affine_sum {
    frame_pair<Real> layers[clip_layers];
    int layer_count = 0;
    Real rest = 0;
};

template <class Real> JOUNCE_INLINE frame_pair<Real> find_frames(const clip_moment& layer) {
    frame_pair<Real> out;
    out.weight = static_cast<Real>(layer.weight);
    if (layer.source == nullptr || layer.source->affine.frame_count == 0) {
        return out;
    }
    const affine_frames& frames = layer.source->affine;
    const double last = static_cast<double>(frames.frame_count - 1);
    double place = layer.time * static_cast<double>(frames.frames_per_second);
    place = place > 0 ? place : 0; // also for what is no number
    place = place < last ? place : last;
    const auto frame = static_cast<std::uint32_t>(place);
    out.count = static_cast<std::ptrdiff_t>(frames.joint_count) * numbers_per_joint;
    out.from = frames.rows.data() + static_cast<std::ptrdiff_t>(frame) * out.count;
    out.share = static_cast<Real>(place - static_cast<double>(frame));
    out.to = out.share > 0 ? out.from + out.count : out.from; // the last frame has none after it
    return out;
}

template <class Real> JOUNCE_INLINE affine_sum<Real> find_sum(const character_moment& now) {
    affine_sum<Real> out;
    double rest = now.override_count == 0 ? 1 : 0;
    for (int i = 0; i < now.layer_count; ++i) {
        const frame_pair<Real> layer = find_frames<Real>(now.layers.data()[i]);
        const double weight = static_cast<double>(layer.weight);
        const bool is_override = i < now.override_count;
        if (layer.count > 0) {
            out.layers[out.layer_count++] = layer;
            rest -= is_override ? 0 : weight;
        } else {
            rest += is_override ? weight : 0;
        }
    }
    out.rest = static_cast<Real>(rest);
    return out;
}

/// The end of a frame, and the identity beyond it.
template <class Real>
JOUNCE_APART num<Real> load_end(const float* from, std::ptrdiff_t first, std::ptrdiff_t count) {
    lane<Real> out;
    store(out, identity_at<Real>(first));
    for (std::ptrdiff_t i = 0; i < step && first + i < count; ++i) {
        out.v[i] = static_cast<Real>(from[first + i]);
    }
    return load(out);
}

template <class Real>
JOUNCE_INLINE num<Real> value_of(const frame_pair<Real>& layer, std::ptrdiff_t first) {
    const bool is_whole = first + step <= layer.count;
    const num<Real> from = is_whole ? load_numbers<Real>(layer.from + first)
                                    : load_end<Real>(layer.from, first, layer.count);
    const num<Real> to = is_whole ? load_numbers<Real>(layer.to + first)
                                  : load_end<Real>(layer.to, first, layer.count);
    return from + num<Real>(layer.share) * (to - from);
}

/// One layer with its full weight: most characters, most of the time.
template <class Real> JOUNCE_INLINE bool is_plain(const affine_sum<Real>& sum) {
    return sum.layer_count == 1 && sum.rest == 0 && sum.layers[0].weight == 1;
}

template <class Real>
JOUNCE_INLINE num<Real> blend(const affine_sum<Real>& sum, std::ptrdiff_t first) {
    num<Real> out = num<Real>(sum.rest) * identity_at<Real>(first);
    for (int i = 0; i < sum.layer_count; ++i) {
        out += num<Real>(sum.layers[i].weight) * value_of(sum.layers[i], first);
    }
    return out;
}

template <class Real> JOUNCE_INLINE void send_line(const lane<Real>* from, Real* to) {
    constexpr std::ptrdiff_t at_once = static_cast<std::ptrdiff_t>(streamed_line / sizeof(Real));
    for (std::ptrdiff_t i = 0; i < line_numbers; i += at_once) {
        stream_line(reinterpret_cast<const std::byte*>(from->v + i),
                    reinterpret_cast<std::byte*>(to + i));
    }
}

/// Writes one character. `value(first)` gives eight numbers. `Streamed`: past the caches; the last line may be
/// partly beyond its joints, there is room for it.
template <bool Streamed, class Real, class Value>
JOUNCE_INLINE void write_numbers(std::ptrdiff_t count, Real* out, Value&& value) {
    constexpr std::ptrdiff_t at_once = Streamed ? line_numbers : step;
    lane<Real> line[2] = {};
    std::ptrdiff_t first = 0;
    for (; first + at_once <= count; first += at_once) {
        store(line[0], value(first));
        if constexpr (Streamed) {
            store(line[1], value(first + step));
            send_line(line, out + first);
        } else {
            std::memcpy(out + first, line[0].v, sizeof line[0].v);
        }
    }
    if (first == count) {
        return;
    }
    line[1] = {};
    store(line[0], value(first));
    if constexpr (Streamed) {
        if (first + step < count) {
            store(line[1], value(first + step));
        }
        send_line(line, out + first);
    } else {
        std::memcpy(out + first, line[0].v, 4 * sizeof(Real)); // a row is left
    }
}

template <bool Streamed, class Real>
JOUNCE_INLINE void write_lane(const affine_sum<Real>& sum, std::ptrdiff_t count, Real* out) {
    if (is_plain(sum)) {
        const frame_pair<Real> layer = sum.layers[0];
        write_numbers<Streamed>(count, out, [&](std::ptrdiff_t first) JOUNCE_INLINED {
            return value_of(layer, first);
        });
    } else {
        write_numbers<Streamed>(
            count, out, [&](std::ptrdiff_t first) JOUNCE_INLINED { return blend(sum, first); });
    }
}

template <bool Streamed, class Real>
JOUNCE_INLINE void write_lanes(const block_moment& now, std::int32_t joints,
                               basic_palette<Real>& out) {
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(joints) * numbers_per_joint;
    const std::ptrdiff_t stride = out.lane_stride();
    for (std::uint32_t left = now.playing; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const affine_sum<Real> sum = find_sum<Real>(now.lanes.data()[lane]);
        write_lane<Streamed>(sum, count, reinterpret_cast<Real*>(out.rows.data() + lane * stride));
    }
}

} // namespace

template <class Real>
void sample_affine(const block_moment& now, std::int32_t joints,
                   basic_palette<Real>& out) noexcept {
    write_lanes<false>(now, joints, out);
}

template <class Real>
void stream_affine(const block_moment& now, std::int32_t joints,
                   basic_palette<Real>& out) noexcept {
    if (begins_line(out.rows.data())) {
        write_lanes<true>(now, joints, out);
    } else { // not from an arena
        write_lanes<false>(now, joints, out);
    }
}

JOUNCE_DEFINED(sample_affine)
JOUNCE_DEFINED(stream_affine)

} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/animation/sample_affine.hpp>

#include <jounce/systems/simd/stream_lines.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {
namespace {

constexpr std::ptrdiff_t numbers_per_joint = 12;
/// Numbers that are computed together: a cache line of floats.
constexpr std::ptrdiff_t step = 16;

/// Rows of the identity, one joint after the other, until a step begins with a joint again.
template <class Real> struct identity_rows {
    static constexpr std::ptrdiff_t count = 4 * numbers_per_joint;
    Real v[count] = {};

    constexpr identity_rows() {
        for (std::ptrdiff_t i = 0; i < count; ++i) {
            const std::ptrdiff_t in_joint = i % numbers_per_joint;
            v[i] = in_joint / 4 == in_joint % 4 ? Real(1) : Real(0);
        }
    }
};
template <class Real> constexpr identity_rows<Real> identity;

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

/// One layer with its full weight: most characters, most of the time.
template <class Real>
JOUNCE_INLINE void interpolate(const frame_pair<Real>& layer, std::ptrdiff_t first, Real* out) {
    const float* from = layer.from + first;
    const float* to = layer.to + first;
    for (std::ptrdiff_t i = 0; i < step; ++i) {
        const Real a = static_cast<Real>(from[i]);
        out[i] = a + layer.share * (static_cast<Real>(to[i]) - a);
    }
}

/// Part of a step, and layers that do not have all joints.
template <class Real>
JOUNCE_INLINE void add_some(const frame_pair<Real>& layer, std::ptrdiff_t first,
                            std::ptrdiff_t count, Real* out) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        Real value = identity<Real>.v[(first + i) % identity_rows<Real>::count];
        if (first + i < layer.count) {
            const Real a = static_cast<Real>(layer.from[first + i]);
            value = a + layer.share * (static_cast<Real>(layer.to[first + i]) - a);
        }
        out[i] += layer.weight * value;
    }
}

template <class Real>
JOUNCE_INLINE void add_step(const frame_pair<Real>& layer, std::ptrdiff_t first, Real* out) {
    if (first + step > layer.count) {
        add_some(layer, first, step, out);
        return;
    }
    const float* from = layer.from + first;
    const float* to = layer.to + first;
    for (std::ptrdiff_t i = 0; i < step; ++i) {
        const Real a = static_cast<Real>(from[i]);
        out[i] += layer.weight * (a + layer.share * (static_cast<Real>(to[i]) - a));
    }
}

template <class Real>
JOUNCE_INLINE void blend(const affine_sum<Real>& sum, std::ptrdiff_t first, std::ptrdiff_t count,
                         Real* out) {
    const Real* rest = identity<Real>.v + first % identity_rows<Real>::count;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        out[i] = sum.rest * rest[i];
    }
    for (int i = 0; i < sum.layer_count; ++i) {
        if (count == step) {
            add_step(sum.layers[i], first, out);
        } else {
            add_some(sum.layers[i], first, count, out);
        }
    }
}

template <class Real> JOUNCE_INLINE void send_line(const Real* from, Real* to) {
    constexpr std::ptrdiff_t at_once = static_cast<std::ptrdiff_t>(streamed_line / sizeof(Real));
    for (std::ptrdiff_t i = 0; i < step; i += at_once) {
        stream_line(reinterpret_cast<const std::byte*>(from + i),
                    reinterpret_cast<std::byte*>(to + i));
    }
}

/// Writes one character. `Streamed`: past the caches; the last line may be partly beyond its joints, there is
/// room for it.
template <bool Streamed, class Real>
JOUNCE_INLINE void write_lane(const affine_sum<Real>& sum, std::ptrdiff_t count, Real* out) {
    const bool is_plain = sum.layer_count == 1 && sum.rest == 0 && sum.layers[0].weight == 1 &&
                          sum.layers[0].count >= count;
    alignas(streamed_line) Real line[step] = {};
    std::ptrdiff_t first = 0;
    for (; first + step <= count; first += step) {
        Real* to = Streamed ? line : out + first;
        if (is_plain) {
            interpolate(sum.layers[0], first, to);
        } else {
            blend(sum, first, step, to);
        }
        if constexpr (Streamed) {
            send_line(line, out + first);
        }
    }
    if (first == count) {
        return;
    }
    for (Real& number : line) {
        number = 0;
    }
    blend(sum, first, count - first, Streamed ? line : out + first);
    if constexpr (Streamed) {
        send_line(line, out + first);
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

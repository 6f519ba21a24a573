#pragma once

// Converts between rows of four numbers, as in palettes and skin entries, and numbers in lanes,
// eight rows at a time. Numbers are only moved, so results do not depend on the level.

#include <jounce/systems/simd/lane_num.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace jounce::JOUNCE_LEVEL {

/// The four columns of eight rows.
template <class Real> struct columns { num<Real> x, y, z, w; };

template <class Real> JOUNCE_INLINE typename four_lanes<Real>::numbers load_row(const Real* from) {
    typename four_lanes<Real>::numbers out;
    std::memcpy(&out, from, sizeof out);
    return out;
}
template <class Real>
JOUNCE_INLINE void store_row(Real* to, const typename four_lanes<Real>::numbers& row) {
    std::memcpy(to, &row, sizeof row);
}

/// Transposes four by four; of vectors of eight both halves.
template <class Numbers>
JOUNCE_INLINE void transpose_fours(const Numbers (&in)[4], Numbers (&out)[4]) {
    if constexpr (sizeof(Numbers) == 8 * sizeof(in[0][0])) {
        const Numbers a = __builtin_shufflevector(in[0], in[1], 0, 8, 1, 9, 4, 12, 5, 13);
        const Numbers b = __builtin_shufflevector(in[0], in[1], 2, 10, 3, 11, 6, 14, 7, 15);
        const Numbers c = __builtin_shufflevector(in[2], in[3], 0, 8, 1, 9, 4, 12, 5, 13);
        const Numbers d = __builtin_shufflevector(in[2], in[3], 2, 10, 3, 11, 6, 14, 7, 15);
        out[0] = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
        out[1] = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
        out[2] = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
        out[3] = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
    } else {
        const Numbers a = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
        const Numbers b = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
        const Numbers c = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
        const Numbers d = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
        out[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
        out[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
        out[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
        out[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
    }
}

template <class Numbers> JOUNCE_INLINE auto join(const Numbers& lower, const Numbers& upper) {
    num<std::remove_cvref_t<decltype(lower[0])>> out;
    static_assert(out.count == 2);
    out.part[0] = lower;
    out.part[1] = upper;
    return out;
}

/// Reads the rows that `row(i)` points to for lane i.
template <class Real, class Row> JOUNCE_INLINE columns<Real> load_columns(Row&& row) {
    using four = typename four_lanes<Real>::numbers;
    if constexpr (register_of<Real>::width == 8) {
        using eight = typename register_of<Real>::numbers;
        // Halves side by side: the transpose then never crosses the middle of a register.
        const auto pair = [&](int i) -> eight {
            return __builtin_shufflevector(load_row<Real>(row(i)), load_row<Real>(row(i + 4)), 0, 1,
                                           2, 3, 4, 5, 6, 7);
        };
        const eight in[4] = {pair(0), pair(1), pair(2), pair(3)};
        eight out[4];
        transpose_fours(in, out);
        columns<Real> to;
        to.x.part[0] = out[0];
        to.y.part[0] = out[1];
        to.z.part[0] = out[2];
        to.w.part[0] = out[3];
        return to;
    } else if constexpr (register_of<Real>::width == 4) {
        const four in_0[4] = {load_row<Real>(row(0)), load_row<Real>(row(1)),
                              load_row<Real>(row(2)), load_row<Real>(row(3))};
        const four in_1[4] = {load_row<Real>(row(4)), load_row<Real>(row(5)),
                              load_row<Real>(row(6)), load_row<Real>(row(7))};
        four out_0[4];
        four out_1[4];
        transpose_fours(in_0, out_0);
        transpose_fours(in_1, out_1);
        return {join(out_0[0], out_1[0]), join(out_0[1], out_1[1]), join(out_0[2], out_1[2]),
                join(out_0[3], out_1[3])};
    } else { // double, for verification
        lane<Real> to[4];
        for (int i = 0; i < lane_count; ++i) {
            for (int c = 0; c < 4; ++c) {
                to[c].v[i] = row(i)[c];
            }
        }
        return {load(to[0]), load(to[1]), load(to[2]), load(to[3])};
    }
}

/// Eight rows of eight numbers, in registers.
template <class Real> struct eight_rows {
    num<Real> row[lane_count];

    /// Columns 0 to 3.
    JOUNCE_INLINE columns<Real> left() const { return side<false>(); }
    /// Columns 4 to 7.
    JOUNCE_INLINE columns<Real> right() const { return side<true>(); }

private:
    template <bool Right> JOUNCE_INLINE columns<Real> side() const {
        if constexpr (register_of<Real>::width == 8) {
            using eight = typename register_of<Real>::numbers;
            const auto pair = [&](int i) -> eight {
                const eight a = row[i].part[0];
                const eight b = row[i + 4].part[0];
                if constexpr (Right) {
                    return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
                } else {
                    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
                }
            };
            const eight in[4] = {pair(0), pair(1), pair(2), pair(3)};
            eight out[4];
            transpose_fours(in, out);
            columns<Real> to;
            to.x.part[0] = out[0];
            to.y.part[0] = out[1];
            to.z.part[0] = out[2];
            to.w.part[0] = out[3];
            return to;
        } else if constexpr (register_of<Real>::width == 4) {
            using four = typename four_lanes<Real>::numbers;
            constexpr int part = Right ? 1 : 0;
            const four in_0[4] = {row[0].part[part], row[1].part[part], row[2].part[part],
                                  row[3].part[part]};
            const four in_1[4] = {row[4].part[part], row[5].part[part], row[6].part[part],
                                  row[7].part[part]};
            four out_0[4];
            four out_1[4];
            transpose_fours(in_0, out_0);
            transpose_fours(in_1, out_1);
            return {join(out_0[0], out_1[0]), join(out_0[1], out_1[1]), join(out_0[2], out_1[2]),
                    join(out_0[3], out_1[3])};
        } else { // double, for verification
            lane<Real> rows[lane_count];
            for (int i = 0; i < lane_count; ++i) {
                store(rows[i], row[i]);
            }
            return load_columns<Real>([&](int i) { return rows[i].v + (Right ? 4 : 0); });
        }
    }
};

/// Writes the row of lane i to `first + i * stride`.
template <class Real>
JOUNCE_INLINE void store_rows(Real* first, std::ptrdiff_t stride, const columns<Real>& from) {
    using four = typename four_lanes<Real>::numbers;
    if constexpr (register_of<Real>::width == 8) {
        using eight = typename register_of<Real>::numbers;
        const eight in[4] = {from.x.part[0], from.y.part[0], from.z.part[0], from.w.part[0]};
        eight out[4];
        transpose_fours(in, out);
        for (int i = 0; i < 4; ++i) {
            store_row<Real>(first + i * stride,
                            __builtin_shufflevector(out[i], out[i], 0, 1, 2, 3));
            store_row<Real>(first + (i + 4) * stride,
                            __builtin_shufflevector(out[i], out[i], 4, 5, 6, 7));
        }
    } else {
        for (int half = 0; half < 2; ++half) {
            const four in[4] = {half_of(from.x, half > 0), half_of(from.y, half > 0),
                                half_of(from.z, half > 0), half_of(from.w, half > 0)};
            four out[4];
            transpose_fours(in, out);
            for (int i = 0; i < 4; ++i) {
                store_row<Real>(first + (4 * half + i) * stride, out[i]);
            }
        }
    }
}

/// Writes eight times x y z, 24 numbers without a gap.
template <class Real>
JOUNCE_INLINE void store_triples(Real* to, const num<Real>& x, const num<Real>& y,
                                 const num<Real>& z) {
    using four = typename four_lanes<Real>::numbers;
    if constexpr (register_of<Real>::width == 8) {
        using eight = typename register_of<Real>::numbers;
        // Per half: x0 x2 y0 y2, y1 y3 z1 z3, z0 z2 x1 x3; then x0 y0 z0 x1, y1 z1 x2 y2, ...
        const eight a = __builtin_shufflevector(x.part[0], y.part[0], 0, 2, 8, 10, 4, 6, 12, 14);
        const eight b = __builtin_shufflevector(y.part[0], z.part[0], 1, 3, 9, 11, 5, 7, 13, 15);
        const eight c = __builtin_shufflevector(z.part[0], x.part[0], 0, 2, 9, 11, 4, 6, 13, 15);
        const eight out[3] = {__builtin_shufflevector(a, c, 0, 2, 8, 10, 4, 6, 12, 14),
                              __builtin_shufflevector(b, a, 0, 2, 9, 11, 4, 6, 13, 15),
                              __builtin_shufflevector(c, b, 1, 3, 9, 11, 5, 7, 13, 15)};
        const eight whole[3] = {
            __builtin_shufflevector(out[0], out[1], 0, 1, 2, 3, 8, 9, 10, 11),
            __builtin_shufflevector(out[2], out[0], 0, 1, 2, 3, 12, 13, 14, 15),
            __builtin_shufflevector(out[1], out[2], 4, 5, 6, 7, 12, 13, 14, 15)};
        std::memcpy(to, &whole[0], sizeof(eight));
        std::memcpy(to + 8, &whole[1], sizeof(eight));
        std::memcpy(to + 16, &whole[2], sizeof(eight));
    } else {
        for (int half = 0; half < 2; ++half) {
            const four xs = half_of(x, half > 0);
            const four ys = half_of(y, half > 0);
            const four zs = half_of(z, half > 0);
            const four a = __builtin_shufflevector(xs, ys, 0, 2, 4, 6);
            const four b = __builtin_shufflevector(ys, zs, 1, 3, 5, 7);
            const four c = __builtin_shufflevector(zs, xs, 0, 2, 5, 7);
            store_row<Real>(to + 12 * half, __builtin_shufflevector(a, c, 0, 2, 4, 6));
            store_row<Real>(to + 12 * half + 4, __builtin_shufflevector(b, a, 0, 2, 5, 7));
            store_row<Real>(to + 12 * half + 8, __builtin_shufflevector(c, b, 1, 3, 5, 7));
        }
    }
}

} // namespace jounce::JOUNCE_LEVEL

#pragma once

// Products with matrices that all lanes share, and what a tick leaves behind. Kernel sources only.

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// out = m x, for as many of the first rows and columns. `out` has room for whole tiles.
template <class Real>
JOUNCE_INLINE void multiply(const tiled_matrix<Real>& m, std::int32_t rows, std::int32_t columns,
                            const lane<Real>* x, lane<Real>* out) {
    constexpr std::int32_t tile = tiled_matrix<Real>::tile;
    static_assert(tile == 8);
    const std::int32_t tiles = (rows + tile - 1) / tile;
    for (std::int32_t t = 0; t < tiles; ++t) {
        const Real* numbers = m.numbers.data() + static_cast<std::ptrdiff_t>(t) * m.columns * tile;
        num<Real> a = splat(Real(0)), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
        for (std::int32_t j = 0; j < columns; ++j, numbers += tile) {
            const num<Real> value = load(x[j]);
            a += splat(numbers[0]) * value;
            b += splat(numbers[1]) * value;
            c += splat(numbers[2]) * value;
            d += splat(numbers[3]) * value;
            e += splat(numbers[4]) * value;
            f += splat(numbers[5]) * value;
            g += splat(numbers[6]) * value;
            h += splat(numbers[7]) * value;
        }
        lane<Real>* to = out + static_cast<std::ptrdiff_t>(t) * tile;
        store(to[0], a);
        store(to[1], b);
        store(to[2], c);
        store(to[3], d);
        store(to[4], e);
        store(to[5], f);
        store(to[6], g);
        store(to[7], h);
    }
}

/// The products of a matrix with two vectors. Each number of it is read once for both: the products wait for memory
/// rather than for arithmetic.
template <class Real>
JOUNCE_INLINE void multiply_both(const tiled_matrix<Real>& m, std::int32_t rows,
                                 std::int32_t columns, const lane<Real>* x, lane<Real>* out,
                                 const lane<Real>* y, lane<Real>* out_y) {
    constexpr std::int32_t tile = tiled_matrix<Real>::tile;
    static_assert(tile == 8);
    const std::int32_t tiles = (rows + tile - 1) / tile;
    for (std::int32_t half = 0; half < 2 * tiles; ++half) {
        // Half a tile, so that all sums stay in registers.
        const Real* numbers = m.numbers.data() +
                              static_cast<std::ptrdiff_t>(half / 2) * m.columns * tile +
                              (half % 2) * (tile / 2);
        num<Real> a = splat(Real(0)), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
        for (std::int32_t j = 0; j < columns; ++j, numbers += tile) {
            const num<Real> first = load(x[j]);
            const num<Real> second = load(y[j]);
            a += splat(numbers[0]) * first;
            b += splat(numbers[1]) * first;
            c += splat(numbers[2]) * first;
            d += splat(numbers[3]) * first;
            e += splat(numbers[0]) * second;
            f += splat(numbers[1]) * second;
            g += splat(numbers[2]) * second;
            h += splat(numbers[3]) * second;
        }
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(half) * (tile / 2);
        store(out[row], a);
        store(out[row + 1], b);
        store(out[row + 2], c);
        store(out[row + 3], d);
        store(out_y[row], e);
        store(out_y[row + 1], f);
        store(out_y[row + 2], g);
        store(out_y[row + 3], h);
    }
}

/// The coordinates of an array of vectors, one after the other.
template <class Real> JOUNCE_INLINE const lane<Real>* flat(const lane_vec3<Real>* from) {
    static_assert(sizeof(lane_vec3<Real>) == 3 * sizeof(lane<Real>));
    return &from->x;
}
template <class Real> JOUNCE_INLINE lane<Real>* flat(lane_vec3<Real>* from) { return &from->x; }

/// Lanes that are computed by a tier.
template <class Real>
JOUNCE_INLINE mask<Real> lanes_of(const tissue_view<Real>& block, tissue_tier tier) {
    const num<Real> own = load(block.scratch.tiers.front());
    return less<Real>((own - static_cast<Real>(tier)).abs(), splat(Real(0.5)));
}

/// How much of a displacement its bound allows. Not a number is nothing.
template <class Real> JOUNCE_INLINE num<Real> allowed(const vec<Real>& displacement, Real bound) {
    const num<Real> size2 = dot(displacement, displacement);
    const num<Real> one = splat(Real(1));
    const mask<Real> inside = less_equal<Real>(size2, splat(bound * bound));
    const mask<Real> finite = less<Real>(size2, splat(Real(1e30)));
    return only_where<Real>(
        finite, where<Real>(inside, one, bound / where<Real>(inside, one, size2).sqrt()));
}

/// Keeps the result of a tick in lanes of its tier.
/// @param velocity  along the axes of the rest pose; null: the way of this tick
template <class Real>
JOUNCE_INLINE void take_result(const tissue_view<Real>& block, std::size_t h, const mask<Real>& own,
                               const mask<Real>& is_still, const vec<Real>& found,
                               const vec<Real>* velocity, Real rate) {
    tissue_handle<Real>& handle = block.state.handles.data()[h];
    const Real bound = block.set.bounds.data()[h];
    const matrix<Real> turn = load(block.scratch.turns.data()[block.set.blend_of.data()[h]]);
    const vec<Real> last = load(handle.now);
    const num<Real> share = allowed(found, bound);
    const mask<Real> moves = less<Real>(splat(Real(0)), share);
    vec<Real> now = only_where<Real>(moves, share * found);
    now = where<Real>(is_still, last, now);
    const vec<Real> turned = turn * now;
    vec<Real> speed = rate * (turned - load(handle.turned));
    if (velocity != nullptr) {
        // At the bound it does not go on outwards.
        const num<Real> one = splat(Real(1));
        const num<Real> out = dot(now, *velocity).max(splat(Real(0)));
        const num<Real> size2 = dot(now, now).max(splat(Real(1e-30)));
        const num<Real> take = only_where<Real>(less<Real>(share, one), out / size2);
        speed = turn * (*velocity - take * now);
    }
    const num<Real> speed2 = dot(speed, speed);
    const mask<Real> is_finite = less<Real>(speed2, splat(Real(1e30)));
    speed = only_where<Real>(is_finite & ~is_still, speed);
    store(handle.before, where<Real>(own, last, load(handle.before)));
    store(handle.now, where<Real>(own, now, last));
    store(handle.turned, where<Real>(own, turned, load(handle.turned)));
    store(handle.velocity, where<Real>(own, speed, load(handle.velocity)));
}

/// The same for all handles of a tier whose velocity is the way of the tick; `found(handle)` is its displacement.
template <class Real, class Found>
JOUNCE_INLINE void take_results(const tissue_view<Real>& block, tissue_tier tier,
                                const lane<Real>& still, Real rate, Found&& found) {
    const mask<Real> own = lanes_of(block, tier);
    const mask<Real> is_still = less<Real>(splat(Real(0)), load(still));
    for (std::size_t h = 0; h < static_cast<std::size_t>(block.set.handle_count); ++h) {
        take_result<Real>(block, h, own, is_still, found(h), static_cast<const vec<Real>*>(nullptr),
                          rate);
    }
}

} // namespace jounce::JOUNCE_LEVEL

#pragma once

// Joints between frames, and the turn of what hangs on several of them. Kernel sources only.

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/systems/simd/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real> struct affine_lanes {
    matrix<Real> linear;
    vec<Real> shift;
};

template <class Real> JOUNCE_INLINE affine_lanes<Real> load(const lane_affine<Real>& from) {
    return {load(from.linear), load(from.translation)};
}
template <class Real>
JOUNCE_INLINE void store(lane_affine<Real>& to, const affine_lanes<Real>& value) {
    store(to.linear, value.linear);
    store(to.translation, value.shift);
}

/// `f` of every column of two, three or four of them.
template <class Real, class F, class... Others>
JOUNCE_INLINE affine_lanes<Real> by_column(F&& f, const affine_lanes<Real>& a, const Others&... b) {
    return {{{f(a.linear.column[0], b.linear.column[0]...),
              f(a.linear.column[1], b.linear.column[1]...),
              f(a.linear.column[2], b.linear.column[2]...)}},
            f(a.shift, b.shift...)};
}

/// Quadratic in time, through the ends of the last three frames.
/// @param share  of the frame that ends with `now`; 0 is the end of the frame before, -1 that of the one before it
template <class Real>
JOUNCE_INLINE affine_lanes<Real> curve(const affine_lanes<Real>& now,
                                       const affine_lanes<Real>& frame,
                                       const affine_lanes<Real>& before, Real share) {
    const Real half = Real(0.5) * share;
    const Real bend = half * share;
    return by_column<Real>(
        [&](const vec<Real>& c, const vec<Real>& b, const vec<Real>& a) JOUNCE_INLINED {
            const vec<Real> on = c - b;
            const vec<Real> in = b - a;
            return b + half * (on + in) + bend * (on - in);
        },
        now, frame, before);
}

template <class Real>
JOUNCE_INLINE affine_lanes<Real> where(const mask<Real>& condition, const affine_lanes<Real>& yes,
                                       const affine_lanes<Real>& no) {
    return by_column<Real>([&](const vec<Real>& a, const vec<Real>& b)
                               JOUNCE_INLINED { return where<Real>(condition, a, b); },
                           yes, no);
}

/// The transposed matrix times a vector.
template <class Real> JOUNCE_INLINE vec<Real> back(const matrix<Real>& turn, const vec<Real>& p) {
    return {dot(turn.column[0], p), dot(turn.column[1], p), dot(turn.column[2], p)};
}

/// Roughly the fourth root of a quotient, and its inverse, from the exponents: a guess is enough to scale an iteration,
/// and costs neither a division nor a root. @pre both are positive
template <class Real> struct root_guess { num<Real> root, inverse; };
template <class Real>
JOUNCE_INLINE root_guess<Real> fourth_root(const num<Real>& above, const num<Real>& below) {
    using reg = register_of<Real>;
    using words = typename reg::words;
    using numbers = typename reg::numbers;
    const words one = words(reg::same(Real(1)));
    root_guess<Real> out;
    const auto exponent = [&](std::size_t i) JOUNCE_INLINED {
        return (words(above.part[i]) - words(below.part[i])) >> 2;
    };
    out.root = by_register<num<Real>>([&](std::size_t i) { return numbers(one + exponent(i)); });
    out.inverse = by_register<num<Real>>([&](std::size_t i) { return numbers(one - exponent(i)); });
    return out;
}

/// The rotation nearest to a matrix, by Newton's iteration. No rotation where the matrix is singular. Two scaled steps
/// bring every size near one, the others double the digits.
template <class Real> struct nearest_rotation {
    static constexpr int steps = sizeof(Real) == 4 ? 4 : 7;
    static constexpr int scaled_steps = 2;
    matrix<Real> x;
    num<Real> sign;

    JOUNCE_INLINE explicit nearest_rotation(const matrix<Real>& m) : x(m) {
        const num<Real> zero = splat(Real(0));
        const num<Real> one = splat(Real(1));
        const num<Real> size2 = norm2(m);
        const num<Real> det = dot(m.column[0], cross(m.column[1], m.column[2]));
        constexpr Real noise2 = sizeof(Real) == 4 ? Real(1e-12) : Real(1e-24);
        // Not a number is singular too, and so is what has no size to speak of.
        const mask<Real> regular = less<Real>(noise2 * size2 * size2 * size2, det * det) &
                                   less<Real>(splat(Real(1e-8)), size2) &
                                   less<Real>(size2, splat(Real(1e8)));
        x.column[0] = where<Real>(regular, x.column[0], vec<Real>{one, zero, zero});
        x.column[1] = where<Real>(regular, x.column[1], vec<Real>{zero, one, zero});
        x.column[2] = where<Real>(regular, x.column[2], vec<Real>{zero, zero, one});
        // An orthogonal matrix of determinant -1 is minus a rotation.
        sign = where<Real>(less<Real>(det, zero) & regular, -one, one);
    }
    JOUNCE_INLINE void step(bool is_scaled) {
        const matrix<Real> cofactor = cofactors(x);
        const num<Real> det = dot(x.column[0], cofactor.column[0]);
        num<Real> a = splat(Real(0.5));
        num<Real> b = Real(0.5) / det;
        if (is_scaled) {
            // |x^-1| / |x|; the square of the determinant belongs to the inverse.
            const root_guess<Real> gain =
                fourth_root<Real>(norm2(cofactor), norm2(x) * (det * det));
            a = Real(0.5) * gain.root;
            b = b * gain.inverse;
        }
        for (int c = 0; c < 3; ++c) {
            x.column[c] = a * x.column[c] + b * cofactor.column[c];
        }
    }
    JOUNCE_INLINE matrix<Real> found() const { return sign * x; }

private:
    JOUNCE_INLINE static num<Real> norm2(const matrix<Real>& a) {
        return dot(a.column[0], a.column[0]) + dot(a.column[1], a.column[1]) +
               dot(a.column[2], a.column[2]);
    }
};

/// The rotation of each blend of joints. `linear(joint)` is a joint's linear part. Two at a time: each step of the
/// iteration waits for the one before. @pre `out` has room for one more
template <class Real, class Linear>
JOUNCE_INLINE void turn_blends(const basic_tissue_set<Real>& set, lane_mat3<Real>* out,
                               Linear&& linear) {
    const auto sum_of = [&](std::size_t b) JOUNCE_INLINED {
        const num<Real> zero = splat(Real(0));
        const vec<Real> none = {zero, zero, zero};
        matrix<Real> sum = {{none, none, none}};
        for (std::uint32_t s = set.blend_first[b]; s < set.blend_first[b + 1]; ++s) {
            const tissue_share<Real>& share = set.shares[s];
            const matrix<Real> m = linear(static_cast<std::size_t>(share.joint));
            for (int c = 0; c < 3; ++c) {
                sum.column[c] = sum.column[c] + share.weight * m.column[c];
            }
        }
        return sum;
    };
    const std::size_t count = set.blend_first.size() - 1;
    for (std::size_t b = 0; b < count; b += 2) {
        nearest_rotation<Real> first(sum_of(b));
        nearest_rotation<Real> second(sum_of(b + 1 < count ? b + 1 : b));
#pragma GCC unroll 1
        for (int step = 0; step < nearest_rotation<Real>::steps; ++step) {
            first.step(step < nearest_rotation<Real>::scaled_steps);
            second.step(step < nearest_rotation<Real>::scaled_steps);
        }
        store(out[b], first.found());
        store(out[b + 1], second.found());
    }
}

} // namespace jounce::JOUNCE_LEVEL

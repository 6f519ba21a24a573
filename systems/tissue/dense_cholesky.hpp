#pragma once

// Cholesky's method for one dense matrix, eight columns at a time: the same operations in the same order at every
// level. Kernel sources only.

#include <jounce/systems/simd/lane_num.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// A symmetric matrix of which only the upper half is used, by rows of whole registers.
template <class Real> struct dense_matrix {
    lane<Real>* rows;
    std::size_t row; ///< registers in a row; there are eight times as many rows

    JOUNCE_INLINE lane<Real>& part(std::size_t r, std::size_t c) const { return rows[r * row + c]; }
    JOUNCE_INLINE Real& at(std::size_t r, std::size_t c) const {
        return part(r, c / lane_count).v[c % lane_count];
    }
};

/// Subtracts from eight rows what the rows above them contribute, in one register of columns.
template <class Real>
JOUNCE_INLINE void subtract_above(const dense_matrix<Real>& m, std::size_t block, std::size_t c) {
    const std::size_t first = block * lane_count;
    num<Real> sum[lane_count];
    for (std::size_t r = 0; r < lane_count; ++r) {
        sum[r] = load(m.part(first + r, c));
    }
    num<Real> a = sum[0], b = sum[1], d = sum[2], e = sum[3], f = sum[4], g = sum[5], h = sum[6],
              i = sum[7];
    for (std::size_t p = 0; p < first; ++p) {
        const num<Real> above = load(m.part(p, c));
        const Real* factor = m.part(p, block).v;
        a = a - splat(factor[0]) * above;
        b = b - splat(factor[1]) * above;
        d = d - splat(factor[2]) * above;
        e = e - splat(factor[3]) * above;
        f = f - splat(factor[4]) * above;
        g = g - splat(factor[5]) * above;
        h = h - splat(factor[6]) * above;
        i = i - splat(factor[7]) * above;
    }
    store(m.part(first, c), a);
    store(m.part(first + 1, c), b);
    store(m.part(first + 2, c), d);
    store(m.part(first + 3, c), e);
    store(m.part(first + 4, c), f);
    store(m.part(first + 5, c), g);
    store(m.part(first + 6, c), h);
    store(m.part(first + 7, c), i);
}

/// The upper factor U with U^T U = m, in place. A pivot that is not positive becomes tiny: the matrix of a step is
/// positive, unless numbers are.
template <class Real> void factorise(const dense_matrix<Real>& m) {
    for (std::size_t block = 0; block < m.row; ++block) {
        for (std::size_t c = block; c < m.row; ++c) {
            subtract_above(m, block, c);
        }
        const std::size_t first = block * lane_count;
        for (std::size_t r = 0; r < lane_count; ++r) {
            const Real pivot =
                std::max(m.at(first + r, first + r), std::numeric_limits<Real>::min() * Real(1e6));
            const num<Real> inverse = splat(Real(1) / std::sqrt(pivot));
            for (std::size_t c = block; c < m.row; ++c) {
                store<Real>(m.part(first + r, c), inverse * load(m.part(first + r, c)));
            }
            m.at(first + r, first + r) = std::sqrt(pivot);
            for (std::size_t q = r + 1; q < lane_count; ++q) {
                const num<Real> factor = splat(m.at(first + r, first + q));
                for (std::size_t c = block; c < m.row; ++c) {
                    store<Real>(m.part(first + q, c),
                                load(m.part(first + q, c)) - factor * load(m.part(first + r, c)));
                }
            }
        }
    }
}

/// x = U^-1 U^-T x.
template <class Real> void solve(const dense_matrix<Real>& m, lane<Real>* x) {
    const std::size_t size = m.row * lane_count;
    const auto at = [&](std::size_t i) -> Real& { return x[i / lane_count].v[i % lane_count]; };
    for (std::size_t r = 0; r < size; ++r) {
        const Real value = at(r) / m.at(r, r);
        for (std::size_t c = r / lane_count; c < m.row; ++c) {
            if (c == r / lane_count) {
                for (std::size_t i = r + 1; i < (c + 1) * lane_count; ++i) {
                    at(i) -= value * m.at(r, i);
                }
            } else {
                store<Real>(x[c], load(x[c]) - splat(value) * load(m.part(r, c)));
            }
        }
        at(r) = value;
    }
    for (std::size_t r = size; r-- > 0;) {
        const std::size_t own = r / lane_count;
        num<Real> sum = splat(Real(0));
        for (std::size_t c = own + 1; c < m.row; ++c) {
            sum += load(m.part(r, c)) * load(x[c]);
        }
        lane<Real> parts;
        store(parts, sum);
        Real total = ((parts.v[0] + parts.v[1]) + (parts.v[2] + parts.v[3])) +
                     ((parts.v[4] + parts.v[5]) + (parts.v[6] + parts.v[7]));
        for (std::size_t i = r + 1; i < (own + 1) * lane_count; ++i) {
            total += m.at(r, i) * at(i);
        }
        at(r) = (at(r) - total) / m.at(r, r);
    }
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL

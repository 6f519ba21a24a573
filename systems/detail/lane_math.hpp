#pragma once

// Arithmetic on eight lanes at once, for kernel sources only. The build renames Eigen's namespace per
// level and these functions live in the level's namespace, so that nothing compiled for one
// instruction set can be linked into another.

#include <jounce/components/lanes.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

static_assert(EIGEN_FAST_MATH == 0, "Eigen's fast square root is approximate: results would differ "
                                    "between instruction sets");

// Lane values live in registers only as long as nothing is called.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define JOUNCE_INLINE inline // their checks, inlined everywhere, take minutes to compile
#else
#define JOUNCE_INLINE [[gnu::always_inline]] inline
#endif

// For what few lanes need: kept out of the kernels, which stay small and compile in reasonable time.
#define JOUNCE_APART [[gnu::noinline]] static

// For the same reason it does not matter how vectors wider than a register would be returned.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace jounce::JOUNCE_LEVEL {

template <class Real> using num = Eigen::Array<Real, lane_count, 1>;

/// The same eight numbers as vectors of the compiler's own, as wide as a register: wider ones it
/// would take apart into single numbers.
template <class Real> struct compiler_vectors {
#if defined(__AVX__)
    static constexpr std::size_t bytes = 32;
#else
    static constexpr std::size_t bytes = 16;
#endif
    static constexpr int count = static_cast<int>(lane_count * sizeof(Real) / bytes);
    using word = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
    typedef Real numbers __attribute__((vector_size(bytes)));
    typedef word words __attribute__((vector_size(bytes)));
};

/// Truth per lane: all bits or none.
template <class Real> struct mask {
    typename compiler_vectors<Real>::words part[compiler_vectors<Real>::count];
};

template <class Real> struct vec { num<Real> x, y, z; };

template <class Real> struct rotation { num<Real> x, y, z, w; };

template <class Real> struct matrix { vec<Real> column[3]; };

// Storage to registers and back.

template <class Real> JOUNCE_INLINE num<Real> load(const lane<Real>& from) {
    return Eigen::Map<const num<Real>, Eigen::Aligned32>(from.v);
}
template <class Real> JOUNCE_INLINE vec<Real> load(const lane_vec3<Real>& from) {
    return {load(from.x), load(from.y), load(from.z)};
}
template <class Real> JOUNCE_INLINE rotation<Real> load(const lane_quat<Real>& from) {
    return {load(from.x), load(from.y), load(from.z), load(from.w)};
}
template <class Real> JOUNCE_INLINE matrix<Real> load(const lane_mat3<Real>& from) {
    return {{load(from.column[0]), load(from.column[1]), load(from.column[2])}};
}

template <class Real> JOUNCE_INLINE void store(lane<Real>& to, const num<Real>& value) {
    Eigen::Map<num<Real>, Eigen::Aligned32>(to.v) = value;
}
template <class Real> JOUNCE_INLINE void store(lane_vec3<Real>& to, const vec<Real>& value) {
    store(to.x, value.x);
    store(to.y, value.y);
    store(to.z, value.z);
}
template <class Real> JOUNCE_INLINE void store(lane_quat<Real>& to, const rotation<Real>& value) {
    store(to.x, value.x);
    store(to.y, value.y);
    store(to.z, value.z);
    store(to.w, value.w);
}
template <class Real> JOUNCE_INLINE void store(lane_mat3<Real>& to, const matrix<Real>& value) {
    for (int c = 0; c < 3; ++c) {
        store(to.column[c], value.column[c]);
    }
}

// The same value in every lane.

template <class Real> JOUNCE_INLINE num<Real> splat(Real value) {
#if defined(__AVX__)
    return num<Real>::Constant(value);
#else
    // Here Eigen writes the constant number by number, and reading that back stalls.
    using vectors = compiler_vectors<Real>;
    constexpr std::size_t width = vectors::bytes / sizeof(Real);
    typename vectors::numbers same{};
    for (std::size_t i = 0; i < width; ++i) {
        same[i] = value;
    }
    num<Real> out;
    for (std::size_t first = 0; first < lane_count; first += width) {
        std::memcpy(out.data() + first, &same, sizeof same);
    }
    return out;
#endif
}
template <class Real> JOUNCE_INLINE vec<Real> splat(const vec3<Real>& value) {
    return {splat(value.x), splat(value.y), splat(value.z)};
}
template <class Real> JOUNCE_INLINE rotation<Real> splat(const quat<Real>& value) {
    return {splat(value.x), splat(value.y), splat(value.z), splat(value.w)};
}
template <class Real> JOUNCE_INLINE matrix<Real> splat(const mat3<Real>& value) {
    return {{splat(value.column[0]), splat(value.column[1]), splat(value.column[2])}};
}

// Comparison and choice per lane. Through the compiler's vectors: Eigen 3.4 compares and selects one
// number at a time, and compilers do not put that together again.

/// `Vector` filled from the numbers of `a`, starting with the given one.
template <class Vector, class Real>
JOUNCE_INLINE Vector as_vector(const num<Real>& a, std::size_t first = 0) {
    Vector out;
    std::memcpy(&out, a.data() + first, sizeof out);
    return out;
}

template <class Real> JOUNCE_INLINE mask<Real> less(const num<Real>& a, const num<Real>& b) {
    using vectors = compiler_vectors<Real>;
    mask<Real> out;
    for (int i = 0; i < vectors::count; ++i) {
        const std::size_t at = static_cast<std::size_t>(i) * vectors::bytes / sizeof(Real);
        out.part[i] = as_vector<typename vectors::numbers>(a, at) <
                      as_vector<typename vectors::numbers>(b, at);
    }
    return out;
}
template <class Real> JOUNCE_INLINE mask<Real> less_equal(const num<Real>& a, const num<Real>& b) {
    using vectors = compiler_vectors<Real>;
    mask<Real> out;
    for (int i = 0; i < vectors::count; ++i) {
        const std::size_t at = static_cast<std::size_t>(i) * vectors::bytes / sizeof(Real);
        out.part[i] = as_vector<typename vectors::numbers>(a, at) <=
                      as_vector<typename vectors::numbers>(b, at);
    }
    return out;
}
template <class Real>
JOUNCE_INLINE num<Real> where(const mask<Real>& condition, const num<Real>& yes,
                              const num<Real>& no) {
    using vectors = compiler_vectors<Real>;
    using words = typename vectors::words;
    num<Real> out;
    for (int i = 0; i < vectors::count; ++i) {
        const std::size_t at = static_cast<std::size_t>(i) * vectors::bytes / sizeof(Real);
        const words chosen = (condition.part[i] & as_vector<words>(yes, at)) |
                             (~condition.part[i] & as_vector<words>(no, at));
        std::memcpy(out.data() + at, &chosen, sizeof chosen);
    }
    return out;
}
template <class Real>
JOUNCE_INLINE vec<Real> where(const mask<Real>& condition, const vec<Real>& yes,
                              const vec<Real>& no) {
    return {where<Real>(condition, yes.x, no.x), where<Real>(condition, yes.y, no.y),
            where<Real>(condition, yes.z, no.z)};
}
template <class Real>
JOUNCE_INLINE rotation<Real> where(const mask<Real>& condition, const rotation<Real>& yes,
                                   const rotation<Real>& no) {
    return {where<Real>(condition, yes.x, no.x), where<Real>(condition, yes.y, no.y),
            where<Real>(condition, yes.z, no.z), where<Real>(condition, yes.w, no.w)};
}

// Vectors.

template <class Real> JOUNCE_INLINE vec<Real> operator+(const vec<Real>& a, const vec<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator-(const vec<Real>& a, const vec<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator*(const num<Real>& s, const vec<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real> JOUNCE_INLINE vec<Real> operator*(Real s, const vec<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real> JOUNCE_INLINE num<Real> dot(const vec<Real>& a, const vec<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real> JOUNCE_INLINE vec<Real> cross(const vec<Real>& a, const vec<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real> JOUNCE_INLINE num<Real> length(const vec<Real>& a) {
    return dot(a, a).sqrt();
}

// Rotations.

template <class Real>
JOUNCE_INLINE rotation<Real> operator*(const rotation<Real>& a, const rotation<Real>& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class Real> JOUNCE_INLINE vec<Real> rotate(const rotation<Real>& q, const vec<Real>& p) {
    const vec<Real> axis = {q.x, q.y, q.z};
    const vec<Real> turned = Real(2) * cross(axis, p);
    return p + q.w * turned + cross(axis, turned);
}
template <class Real> JOUNCE_INLINE rotation<Real> normalised(const rotation<Real>& q) {
    const num<Real> inverse =
        splat(Real(1)) / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}
template <class Real> JOUNCE_INLINE matrix<Real> to_matrix(const rotation<Real>& q) {
    const num<Real> x2 = q.x + q.x;
    const num<Real> y2 = q.y + q.y;
    const num<Real> z2 = q.z + q.z;
    const num<Real> one = splat(Real(1));
    return {{{one - (q.y * y2 + q.z * z2), q.x * y2 + q.w * z2, q.x * z2 - q.w * y2},
             {q.x * y2 - q.w * z2, one - (q.x * x2 + q.z * z2), q.y * z2 + q.w * x2},
             {q.x * z2 + q.w * y2, q.y * z2 - q.w * x2, one - (q.x * x2 + q.y * y2)}}};
}

/// Shortest rotation from one unit vector to another, through their sum h = from + to. Near half a
/// turn 1 + dot(from, to) cancels and keeps the rounding of the two lengths; |h|^2 / 2 is the same
/// number without that. Exactly opposite vectors have no shortest rotation; they turn half about an
/// axis perpendicular to `from`.
template <class Real>
JOUNCE_INLINE rotation<Real> shortest_arc(const vec<Real>& from, const vec<Real>& to) {
    const vec<Real> h = from + to;
    const vec<Real> axis = cross(from, h);
    const num<Real> size2 = dot(h, h);
    const rotation<Real> direct = {axis.x, axis.y, axis.z, Real(0.5) * size2};

    const mask<Real> along_x = less<Real>(splat(Real(0.9)), from.x.abs());
    const vec<Real> helper = {where<Real>(along_x, splat(Real(0)), splat(Real(1))),
                              where<Real>(along_x, splat(Real(1)), splat(Real(0))), splat(Real(0))};
    const vec<Real> side = cross(from, helper);
    const rotation<Real> half_turn = {side.x, side.y, side.z, splat(Real(0))};

    // Below this the direction of h is rounding noise.
    constexpr Real noise = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-14);
    const mask<Real> opposite = less<Real>(size2, splat(noise * noise));
    return normalised(where(opposite, half_turn, direct));
}

// Matrices.

template <class Real> JOUNCE_INLINE vec<Real> operator*(const matrix<Real>& m, const vec<Real>& p) {
    return p.x * m.column[0] + p.y * m.column[1] + p.z * m.column[2];
}
template <class Real>
JOUNCE_INLINE matrix<Real> operator*(const matrix<Real>& a, const matrix<Real>& b) {
    return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}
template <class Real>
JOUNCE_INLINE matrix<Real> operator*(const num<Real>& s, const matrix<Real>& m) {
    return {{s * m.column[0], s * m.column[1], s * m.column[2]}};
}
/// Cofactors: det(m) times the inverse transpose.
template <class Real> JOUNCE_INLINE matrix<Real> cofactors(const matrix<Real>& m) {
    return {{cross(m.column[1], m.column[2]), cross(m.column[2], m.column[0]),
             cross(m.column[0], m.column[1])}};
}

} // namespace jounce::JOUNCE_LEVEL

#pragma once

// Stable neo-Hookean flesh: stress of eight points or characters at once. Kernel sources only.

#include <jounce/systems/simd/lane_math.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real> JOUNCE_INLINE matrix<Real> zero_matrix() {
    const num<Real> zero = splat(Real(0));
    const vec<Real> none = {zero, zero, zero};
    return {{none, none, none}};
}

/// Adds the strain of a handle: displacement times gradient, transposed.
template <class Real, class Gradient>
JOUNCE_INLINE void add_strain(matrix<Real>& to, const vec<Real>& displacement,
                              const Gradient& gradient) {
    to.column[0] = to.column[0] + gradient.x * displacement;
    to.column[1] = to.column[1] + gradient.y * displacement;
    to.column[2] = to.column[2] + gradient.z * displacement;
}

/// Stress in two parts: what is linear in the strain, and the rest. In terms of the strain H = F - I both vanish
/// exactly at rest, and nothing large cancels.
template <class Real> struct split_stress { matrix<Real> linear, beyond; };

template <class Real>
JOUNCE_INLINE split_stress<Real> stress_of(const matrix<Real>& strain, Real mu, Real lambda) {
    const matrix<Real> c = cofactors(strain);
    const num<Real> trace = strain.column[0].x + strain.column[1].y + strain.column[2].z;
    const num<Real> beyond =
        (c.column[0].x + c.column[1].y + c.column[2].z) + dot(strain.column[0], c.column[0]);
    const num<Real> growth = lambda * (trace + beyond); // lambda (J - 1)
    const matrix<Real> transposed = {
        {{strain.column[0].x, strain.column[1].x, strain.column[2].x},
         {strain.column[0].y, strain.column[1].y, strain.column[2].y},
         {strain.column[0].z, strain.column[1].z, strain.column[2].z}}};
    split_stress<Real> out;
    const num<Real> on_diagonal = Real(lambda - mu) * trace;
    const num<Real> beyond_diagonal = lambda * beyond + growth * trace;
    for (int i = 0; i < 3; ++i) {
        out.linear.column[i] = mu * (strain.column[i] + transposed.column[i]);
        out.beyond.column[i] = growth * (c.column[i] - transposed.column[i]) - mu * c.column[i];
    }
    out.linear.column[0].x += on_diagonal;
    out.linear.column[1].y += on_diagonal;
    out.linear.column[2].z += on_diagonal;
    out.beyond.column[0].x += beyond_diagonal;
    out.beyond.column[1].y += beyond_diagonal;
    out.beyond.column[2].z += beyond_diagonal;
    return out;
}

} // namespace jounce::JOUNCE_LEVEL

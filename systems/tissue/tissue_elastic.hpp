#pragma once

// The matrix and the gradient of a step of one character by Newton's method, and what elastic flesh adds to them.
// Kernel sources only.

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/tissue/dense_cholesky.hpp>
#include <jounce/systems/tissue/tissue_hessian.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// A step of one character: numbers of all handles side by side.
template <class Real> struct newton_system {
    const basic_tissue_set<Real>& set;
    dense_matrix<Real> matrix;
    std::size_t size;     ///< 3H
    std::size_t unknowns; ///< more of them follow; rows of the matrix beyond these do nothing
    Real* displacement;
    Real* gradient;
    Real* way; ///< displacement minus that at the start of the tick
    Real* inertia;
    lane<Real>* unknown;
};

/// Empties the matrix, but for mass and stiffness at rest times these factors.
template <class Real>
void fill_matrix(const newton_system<Real>& to, Real by_mass, Real by_stiffness) {
    const std::size_t padded = to.matrix.row * lane_count;
    const std::size_t handles = to.size / 3;
    for (std::size_t r = 0; r < padded; ++r) {
        Real* row = to.matrix.part(r, 0).v;
        std::fill(row + r / lane_count * lane_count, row + padded, Real(0));
        if (r >= to.size) {
            row[r] = Real(r < to.unknowns ? 0 : 1);
            continue;
        }
        const Real* stiffness = to.set.rest_stiffness.data() + r * to.size;
        for (std::size_t c = r; c < to.size; ++c) {
            row[c] = by_stiffness * stiffness[c];
        }
        const Real* mass = to.set.mass.data() + r / 3 * handles;
        for (std::size_t h = r / 3; h < handles; ++h) {
            row[3 * h + r % 3] += by_mass * mass[h];
        }
    }
}

/// Adds a block of two handles to the upper half. @pre `a <= b`
template <class Real>
JOUNCE_INLINE void add_block(const newton_system<Real>& to, std::int32_t a, std::int32_t b,
                             const lane_mat3<Real>& block, int lane) {
    const std::size_t r = 3 * static_cast<std::size_t>(a);
    const std::size_t c = 3 * static_cast<std::size_t>(b);
    for (std::size_t k = 0; k < 3; ++k) {
        const lane_vec3<Real>& column = block.column[k];
        to.matrix.part(r, 0).v[c + k] += column.x.v[lane];
        to.matrix.part(r + 1, 0).v[c + k] += column.y.v[lane];
        to.matrix.part(r + 2, 0).v[c + k] += column.z.v[lane];
    }
}

constexpr std::size_t most_slots = 16; ///< handles of a point

/// Elastic forces and their projected Hessian of eight points.
template <class Real> void add_points(const newton_system<Real>& to, std::size_t group) {
    const basic_tissue_set<Real>& set = to.set;
    const tissue_slot<Real>* slots = set.slots.data() + set.slot_first[group];
    const std::size_t count =
        std::min<std::size_t>(set.slot_first[group + 1] - set.slot_first[group], most_slots);
    matrix<Real> strain = zero_matrix<Real>();
    for (std::size_t s = 0; s < count; ++s) {
        lane_vec3<Real> moved;
        for (int p = 0; p < lane_count; ++p) {
            const std::int32_t handle = slots[s].handle[static_cast<std::size_t>(p)];
            const Real* from = to.displacement + 3 * std::max(handle, 0);
            set_lane(moved, p, vec3<Real>{from[0], from[1], from[2]});
        }
        add_strain<Real>(strain, load(moved), load(slots[s].gradient));
    }
    const num<Real> volume = load(set.group_volumes[group]);
    const split_stress<Real> stress = stress_of<Real>(strain, set.mu, set.lambda);
    const num<Real> one = splat(Real(1));
    matrix<Real> f = strain;
    f.column[0].x += one;
    f.column[1].y += one;
    f.column[2].z += one;
    const point_hessian<Real> hessian = projected_hessian<Real>(f, set.mu, set.lambda);
    lane_vec3<Real> along[most_slots]; // gradients along the axes of V
    for (std::size_t s = 0; s < count; ++s) {
        const vec<Real> gradient = load(slots[s].gradient);
        store(along[s], back(hessian.v, gradient));
        vec<Real> force = {splat(Real(0)), splat(Real(0)), splat(Real(0))};
        force = force + gradient.x * (stress.linear.column[0] + stress.beyond.column[0]) +
                gradient.y * (stress.linear.column[1] + stress.beyond.column[1]) +
                gradient.z * (stress.linear.column[2] + stress.beyond.column[2]);
        lane_vec3<Real> forces;
        store(forces, volume * force);
        for (int p = 0; p < lane_count; ++p) {
            const std::int32_t handle = slots[s].handle[static_cast<std::size_t>(p)];
            if (handle >= 0) {
                Real* sum = to.gradient + 3 * handle;
                sum[0] += forces.x.v[p];
                sum[1] += forces.y.v[p];
                sum[2] += forces.z.v[p];
            }
        }
    }
    for (std::size_t s = 0; s < count; ++s) {
        const vec<Real> a = volume * load(along[s]);
        for (std::size_t t = s; t < count; ++t) {
            lane_mat3<Real> blocks;
            store(blocks, block_of<Real>(hessian, a, load(along[t])));
            for (int p = 0; p < lane_count; ++p) {
                // Handles of a point ascend, and those of missing slots come last.
                const std::size_t i = static_cast<std::size_t>(p);
                if (slots[t].handle[i] >= 0) {
                    add_block<Real>(to, slots[s].handle[i], slots[t].handle[i], blocks, p);
                }
            }
        }
    }
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/tissue/tissue_step_kernels.hpp>

#include <jounce/systems/tissue/dense_cholesky.hpp>
#include <jounce/systems/tissue/tissue_contacts.hpp>
#include <jounce/systems/tissue/tissue_hessian.hpp>
#include <jounce/systems/tissue/tissue_result.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// A step of one character: numbers of all handles side by side.
template <class Real> struct newton_system {
    const basic_tissue_set<Real>& set;
    dense_matrix<Real> matrix;
    std::size_t size; ///< 3H; the matrix has rows beyond it, which do nothing
    Real* displacement;
    Real* gradient;
    Real* way; ///< displacement minus that at the start of the tick
    Real* inertia;
    lane<Real>* unknown;
};

/// Mass and damping.
template <class Real> void fill_matrix(const newton_system<Real>& to, Real rate) {
    const std::size_t padded = to.matrix.row * lane_count;
    const std::size_t handles = to.size / 3;
    const Real by_mass = rate * (rate + to.set.alpha);
    const Real by_stiffness = rate * to.set.beta;
    for (std::size_t r = 0; r < padded; ++r) {
        Real* row = to.matrix.part(r, 0).v;
        std::fill(row + r / lane_count * lane_count, row + padded, Real(0));
        if (r >= to.size) {
            row[r] = Real(1);
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

/// Inertia, what the moving frame does, and damping.
template <class Real>
void fill_gradient(const newton_system<Real>& to, const tissue_view<Real>& block, int lane,
                   Real rate, bool is_first) {
    const std::size_t handles = to.size / 3;
    for (std::size_t h = 0; h < handles; ++h) {
        const vec3<Real> offset = get_lane(block.scratch.offset.data()[h], lane);
        const Real numbers[3] = {offset.x, offset.y, offset.z};
        for (std::size_t i = 3 * h; i < 3 * h + 3; ++i) {
            to.inertia[i] =
                rate * (rate * (numbers[i - 3 * h] + to.way[i]) + to.set.alpha * to.way[i]);
        }
    }
    for (std::size_t h = 0; h < handles; ++h) {
        const vec3<Real> push = get_lane(block.scratch.push.data()[h], lane);
        Real x = rate * rate * push.x;
        Real y = rate * rate * push.y;
        Real z = rate * rate * push.z;
        const Real* mass = to.set.mass.data() + h * handles;
        for (std::size_t k = 0; k < handles; ++k) {
            x += mass[k] * to.inertia[3 * k];
            y += mass[k] * to.inertia[3 * k + 1];
            z += mass[k] * to.inertia[3 * k + 2];
        }
        to.gradient[3 * h] = x;
        to.gradient[3 * h + 1] = y;
        to.gradient[3 * h + 2] = z;
    }
    if (is_first || to.set.beta == 0) {
        return; // nothing has moved yet
    }
    const Real by_stiffness = rate * to.set.beta;
    for (std::size_t r = 0; r < to.size; ++r) {
        const Real* stiffness = to.set.rest_stiffness.data() + r * to.size;
        Real sum = 0;
        for (std::size_t c = 0; c < to.size; ++c) {
            sum += stiffness[c] * to.way[c];
        }
        to.gradient[r] += by_stiffness * sum;
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

template <class Real> vec3<Real> transposed_times(const mat3<Real>& m, const vec3<Real>& v) {
    const auto dot = [](const vec3<Real>& a, const vec3<Real>& b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    };
    return {dot(m.column[0], v), dot(m.column[1], v), dot(m.column[2], v)};
}

/// What a probe feels of what it touches.
template <class Real>
void add_contact(const newton_system<Real>& to, const tissue_probe<Real>& probe,
                 const tissue_contact<Real>& contact, int lane, Real rate) {
    const Real stiffness = contact.stiffness.v[lane];
    if (!(stiffness > 0)) {
        return;
    }
    const Real press = stiffness * contact.depth.v[lane];
    const Real friction = contact.friction.v[lane];
    const vec3<Real> n = get_lane(contact.normal, lane);
    const vec3<Real> slide = get_lane(contact.slide, lane);
    const mat3<Real> linear = get_lane(contact.linear, lane);
    const vec3<Real> force = transposed_times<Real>(linear, {friction * slide.x - press * n.x,
                                                             friction * slide.y - press * n.y,
                                                             friction * slide.z - press * n.z});
    const vec3<Real> m = transposed_times(linear, n);
    // A^T (k n n^T + s/h (1 - n n^T)) A, for each pair of handles times their weights.
    const Real across = rate * friction;
    Real block[3][3];
    const Real normal[3] = {m.x, m.y, m.z};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            const vec3<Real>& a = linear.column[i];
            const vec3<Real>& b = linear.column[k];
            block[i][k] = (stiffness - across) * normal[i] * normal[k] +
                          across * (a.x * b.x + a.y * b.y + a.z * b.z);
        }
    }
    const tissue_weight<Real>* weights = to.set.probe_weights.data() + probe.first_weight;
    for (std::uint32_t i = 0; i < probe.weight_count; ++i) {
        Real* sum = to.gradient + 3 * weights[i].handle;
        sum[0] += weights[i].weight * force.x;
        sum[1] += weights[i].weight * force.y;
        sum[2] += weights[i].weight * force.z;
        for (std::uint32_t k = i; k < probe.weight_count; ++k) { // handles ascend
            const Real both = weights[i].weight * weights[k].weight;
            for (std::size_t r = 0; r < 3; ++r) {
                Real* row =
                    to.matrix.part(3 * static_cast<std::size_t>(weights[i].handle) + r, 0).v +
                    3 * weights[k].handle;
                row[0] += both * block[r][0];
                row[1] += both * block[r][1];
                row[2] += both * block[r][2];
            }
        }
    }
}

template <class Real>
void step_lane(const tissue_view<Real>& block, const tissue_tick<Real>& at, int lane, Real rate) {
    const std::size_t size = block.set.size();
    const std::size_t padded = padded_row(size);
    Real* vectors = block.scratch.vectors.front().v;
    std::fill(vectors, vectors + tissue_vectors * padded, Real(0));
    const newton_system<Real> system = {block.set,
                                        {block.scratch.matrix.data(), padded / lane_count},
                                        size,
                                        vectors,
                                        vectors + padded,
                                        vectors + 2 * padded,
                                        vectors + 3 * padded,
                                        block.scratch.vectors.data() + padded / lane_count};
    for (std::size_t h = 0; h < size / 3; ++h) {
        const vec3<Real> now = get_lane(block.scratch.result.data()[h], lane);
        const vec3<Real> start = get_lane(block.state.handles.data()[h].now, lane);
        Real* to = system.displacement + 3 * h;
        to[0] = now.x;
        to[1] = now.y;
        to[2] = now.z;
        system.way[3 * h] = now.x - start.x;
        system.way[3 * h + 1] = now.y - start.y;
        system.way[3 * h + 2] = now.z - start.z;
    }
    fill_matrix<Real>(system, rate);
    fill_gradient<Real>(system, block, lane, rate, at.step == 0);
    for (std::size_t group = 0; group < block.set.group_volumes.size(); ++group) {
        add_points<Real>(system, group);
    }
    const bool touches = meets_obstacles(block) && block.scratch.touched.front().v[lane] > 0;
    for (std::size_t p = 0; touches && p < block.set.probes.size(); ++p) {
        add_contact<Real>(system, block.set.probes[p], block.scratch.contacts.data()[p], lane,
                          rate);
    }
    factorise(system.matrix);
    solve(system.matrix, system.unknown);
    for (std::size_t h = 0; h < size / 3; ++h) {
        const Real* from = system.displacement + 3 * h;
        const Real* less = system.gradient + 3 * h;
        set_lane(block.scratch.result.data()[h], lane,
                 vec3<Real>{from[0] - less[0], from[1] - less[1], from[2] - less[2]});
    }
}

} // namespace

template <class Real>
void tissue_newton(const tissue_view<Real>& block, const tissue_tick<Real>& at,
                   const lane<Real>& still) noexcept {
    const std::size_t handles = static_cast<std::size_t>(block.set.handle_count);
    const Real rate = Real(1) / block.set.levels[static_cast<std::size_t>(at.level)].seconds;
    for (std::size_t h = 0; at.step == 0 && h < handles; ++h) {
        block.scratch.result.data()[h] = block.state.handles.data()[h].now;
    }
    if (at.step > 0 && meets_obstacles(block)) {
        find_contacts(block, at);
    }
    for (int lane = 0; lane < lane_count; ++lane) {
        if (block.scratch.tiers.front().v[lane] == static_cast<Real>(tissue_tier::newton)) {
            step_lane<Real>(block, at, lane, rate);
        }
    }
    if (at.step + 1 < at.steps) {
        return;
    }
    take_results<Real>(block, tissue_tier::newton, still, rate,
                       [&](std::size_t h) { return load(block.scratch.result.data()[h]); });
}

JOUNCE_DEFINED(tissue_newton)

} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/tissue/tissue_contacts.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/simd/lane_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// How often forces are gone through.
constexpr int most_rounds = 24;
/// A round that moves no probe by more than this share of `tissue_touch::margin` is the last.
template <class Real> constexpr Real settled = Real(1e-3);

template <class Real> Real product(const vec3<Real>& a, const vec3<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real> vec3<Real> sum(const vec3<Real>& a, Real s, const vec3<Real>& b) {
    return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
template <class Real> vec3<Real> product(const mat3<Real>& m, const vec3<Real>& v) {
    const vec3<Real> none;
    return sum(sum(sum(none, v.x, m.column[0]), v.y, m.column[1]), v.z, m.column[2]);
}
template <class Real> vec3<Real> product_back(const mat3<Real>& m, const vec3<Real>& v) {
    return {product(m.column[0], v), product(m.column[1], v), product(m.column[2], v)};
}

/// One character: its displacement and what forces on its probes do to it, numbers of all handles side by side.
template <class Real> struct held_flesh {
    const basic_tissue_set<Real>& set;
    const tiled_matrix<Real>& inverse;
    std::size_t row; ///< registers of a displacement
    lane<Real>* displacement;
    lane<Real>* answers; ///< [held][axis of the rest pose]
    held_probe<Real>* held;
    std::size_t count = 0;

    lane<Real>* answer(std::size_t i, std::size_t axis) const {
        return answers + (3 * i + axis) * row;
    }
    /// What the numbers of all handles do to a probe.
    vec3<Real> at(std::size_t i, const lane<Real>* numbers) const {
        const tissue_probe<Real>& probe = set.probes.data()[held[i].probe];
        const tissue_weight<Real>* weights = set.probe_weights.data() + probe.first_weight;
        vec3<Real> out;
        for (std::uint32_t k = 0; k < probe.weight_count; ++k) {
            const std::size_t first = 3 * static_cast<std::size_t>(weights[k].handle);
            const auto number = [&](std::size_t n) {
                return numbers[n / lane_count].v[n % lane_count];
            };
            out = sum(out, weights[k].weight,
                      vec3<Real>{number(first), number(first + 1), number(first + 2)});
        }
        return out;
    }
};

template <class Real> JOUNCE_INLINE num<Real> load_row(const Real* from) {
    lane<Real> out;
    std::memcpy(out.v, from, sizeof out.v);
    return load(out);
}

/// How the whole flesh answers to forces on a probe: columns of the stored inverse, which is symmetric.
template <class Real> void fill_answers(const held_flesh<Real>& to, std::size_t i) {
    const tissue_probe<Real>& probe = to.set.probes.data()[to.held[i].probe];
    const tissue_weight<Real>* weights = to.set.probe_weights.data() + probe.first_weight;
    const std::size_t columns = static_cast<std::size_t>(to.inverse.columns);
    for (std::size_t t = 0; t < to.row; ++t) {
        num<Real> x = splat(Real(0)), y = x, z = x;
        for (std::uint32_t k = 0; k < probe.weight_count; ++k) {
            const std::size_t column = 3 * static_cast<std::size_t>(weights[k].handle);
            const Real* numbers = to.inverse.numbers.data() + (t * columns + column) * lane_count;
            const num<Real> share = splat(weights[k].weight);
            x += share * load_row(numbers);
            y += share * load_row(numbers + lane_count);
            z += share * load_row(numbers + 2 * lane_count);
        }
        store(to.answer(i, 0)[t], x);
        store(to.answer(i, 1)[t], y);
        store(to.answer(i, 2)[t], z);
    }
}

/// The probes of a character that touch. Of more than there is room for, as many that are spread over them, each for
/// several.
template <class Real>
void take_probes(const tissue_view<Real>& block, int lane, Real seconds, held_flesh<Real>& to) {
    const basic_tissue_set<Real>& set = block.set;
    const std::size_t touching = static_cast<std::size_t>(block.scratch.touched.front().v[lane]);
    const std::size_t most = std::min(touching, most_held);
    const Real stands_for = static_cast<Real>(touching) / static_cast<Real>(most);
    std::size_t seen = 0;
    for (std::size_t p = 0; p < set.probes.size() && to.count < most; ++p) {
        const tissue_contact<Real>& contact = block.scratch.contacts.data()[p];
        if (!(contact.stiffness.v[lane] > 0)) {
            continue;
        }
        const std::size_t place = seen * most / touching;
        if (++seen, place < to.count) {
            continue;
        }
        held_probe<Real>& one = to.held[to.count];
        one.probe = static_cast<std::uint32_t>(p);
        one.depth = contact.depth.v[lane];
        one.give = Real(1) / (stands_for * contact.stiffness.v[lane]);
        one.force = 0;
        one.sideways = {};
        one.normal = get_lane(contact.normal, lane);
        one.slip = sum(vec3<Real>{}, seconds, get_lane(contact.slide, lane));
        one.linear = get_lane(contact.linear, lane);
        const std::size_t i = to.count++;
        fill_answers<Real>(to, i);
        // The trace of A G A^T, and its part along the normal: G is what a force on the probe does to the probe.
        const vec3<Real> along = product_back(one.linear, one.normal);
        Real all = 0;
        Real normal = 0;
        const Real parts[3] = {along.x, along.y, along.z};
        vec3<Real> columns[3];
        for (std::size_t k = 0; k < 3; ++k) {
            columns[k] = to.at(i, to.answer(i, k));
            normal += parts[k] * product(along, columns[k]);
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const vec3<Real> moved = product(one.linear, columns[k]);
            all += product(moved, one.linear.column[k]);
        }
        one.by_normal = std::max(normal, Real(0)) + one.give;
        // Both directions along the surface together: more than either, so that it cannot overshoot.
        one.by_way = std::max(all - normal, Real(0)) + one.give;
    }
}

/// Changes the force on a probe to what its obstacle asks for now. Returns about how far that moves it.
template <class Real> Real hold(const held_flesh<Real>& to, std::size_t i) {
    held_probe<Real>& one = to.held[i];
    const vec3<Real> off = sum(to.at(i, to.displacement), Real(-1), one.start);
    const vec3<Real> moved = product(one.linear, off);
    const Real out = product(moved, one.normal);
    const Real wanted =
        std::max(one.force + (one.depth - out - one.give * one.force) / one.by_normal, Real(0));
    const Real more = wanted - one.force;
    one.force = wanted;
    vec3<Real> push = sum(vec3<Real>{}, more, one.normal);
    const Real most = to.set.touch.friction * wanted;
    if (to.set.touch.friction > 0) {
        const vec3<Real> slip = sum(sum(one.slip, Real(1), moved), -out, one.normal);
        vec3<Real> way = sum(one.sideways, Real(-1) / one.by_way, slip);
        way = sum(way, -product(way, one.normal), one.normal);
        const Real size = std::sqrt(product(way, way));
        if (size > most) {
            way = sum(vec3<Real>{}, most / size, way);
        }
        push = sum(sum(push, Real(1), way), Real(-1), one.sideways);
        one.sideways = way;
    }
    const vec3<Real> force = product_back(one.linear, push);
    if (force.x == 0 && force.y == 0 && force.z == 0) {
        return 0;
    }
    for (std::size_t t = 0; t < to.row; ++t) {
        store<Real>(to.displacement[t], load(to.displacement[t]) +
                                            splat(force.x) * load(to.answer(i, 0)[t]) +
                                            splat(force.y) * load(to.answer(i, 1)[t]) +
                                            splat(force.z) * load(to.answer(i, 2)[t]));
    }
    return std::sqrt(product(push, push)) * std::max(one.by_normal, one.by_way);
}

template <class Real>
void hold_lane(const tissue_view<Real>& block, const tissue_tick<Real>& at, int lane) {
    const basic_tissue_set<Real>& set = block.set;
    const std::size_t handles = static_cast<std::size_t>(set.handle_count);
    const std::size_t row = padded_row(set.size()) / lane_count;
    const tissue_level<Real>& level = set.levels[static_cast<std::size_t>(at.level)];
    jounce::lane<Real>* numbers = block.scratch.answers.data();
    held_flesh<Real> flesh = {set,     level.inverse, row,
                              numbers, numbers + row, block.scratch.held.data()};
    const auto number = [&](std::size_t n) -> Real& {
        return numbers[n / lane_count].v[n % lane_count];
    };
    const auto fill = [&](auto&& value) {
        std::fill_n(numbers->v, row * lane_count, Real(0));
        for (std::size_t h = 0; h < handles; ++h) {
            const vec3<Real> v = value(h);
            number(3 * h) = v.x;
            number(3 * h + 1) = v.y;
            number(3 * h + 2) = v.z;
        }
    };
    take_probes<Real>(block, lane, level.seconds, flesh);
    // Depths are those of the displacement that was predicted.
    fill([&](std::size_t h) {
        return sum(get_lane(block.state.handles.data()[h].now, lane), Real(-1),
                   get_lane(block.scratch.offset.data()[h], lane));
    });
    for (std::size_t i = 0; i < flesh.count; ++i) {
        flesh.held[i].start = flesh.at(i, numbers);
    }
    fill([&](std::size_t h) { return get_lane(block.scratch.result.data()[h], lane); });
    const Real least = settled<Real> * set.touch.margin;
    for (int round = 0; round < most_rounds; ++round) {
        Real far = 0;
        for (std::size_t i = 0; i < flesh.count; ++i) {
            far = std::max(far, hold<Real>(flesh, i));
        }
        if (!(far > least)) {
            break;
        }
    }
    for (std::size_t h = 0; h < handles; ++h) {
        set_lane(block.scratch.result.data()[h], lane,
                 vec3<Real>{number(3 * h), number(3 * h + 1), number(3 * h + 2)});
    }
}

} // namespace

template <class Real>
void hold_probes(const tissue_view<Real>& block, const tissue_tick<Real>& at) noexcept {
    for (int lane = 0; lane < lane_count; ++lane) {
        if (block.scratch.touched.front().v[lane] > 0 &&
            block.scratch.tiers.front().v[lane] == static_cast<Real>(tissue_tier::nonlinear)) {
            hold_lane<Real>(block, at, lane);
        }
    }
}

template void hold_probes(const tissue_view<float>&, const tissue_tick<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
template void hold_probes(const tissue_view<double>&, const tissue_tick<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL

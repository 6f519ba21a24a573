#pragma once

// Points that flesh and reactive bones carry together, and what forces on them add to a step. Kernel sources only.

#include <jounce/systems/tissue/plain_math.hpp>
#include <jounce/systems/tissue/tissue_elastic.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// A bone that carries a point: its share, and the way from the bone's centre to the point times that share.
template <class Real> struct carrier {
    std::int32_t bone = 0;
    Real weight = 0;
    vec3<Real> arm;
};

/// A point of one character, before the bones and handles of a tick have moved.
template <class Real> struct carried_point {
    vec3<Real> at;
    vec3<Real> drift;  ///< since the last tick, by bones that follow the animation
    mat3<Real> linear; ///< from displacement to model
    std::size_t count = 0;
    carrier<Real> carriers[most_point_shares]; ///< bones ascend
    const tissue_weight<Real>* weights = nullptr;
    std::uint32_t weight_count = 0;

    carrier<Real>& of(std::int32_t bone) {
        std::size_t i = 0;
        while (i < count && carriers[i].bone < bone) {
            ++i;
        }
        if (i == count || carriers[i].bone != bone) {
            std::copy_backward(carriers + i, carriers + count, carriers + count + 1);
            carriers[i] = {bone, 0, {}};
            ++count;
        }
        return carriers[i];
    }
};

/// One character in a tick with reactive bones: unknowns are those of its handles, then shift and turn of each bone.
template <class Real> struct two_way_system {
    const tissue_view<Real>& block;
    newton_system<Real> flesh;
    int lane;

    Real* row(std::size_t unknown) const { return flesh.matrix.part(unknown, 0).v; }
    std::size_t first_of(std::int32_t bone) const {
        return flesh.size + 6 * static_cast<std::size_t>(bone);
    }
    /// Where the centre of a bone was at the last tick.
    vec3<Real> centre(std::int32_t bone) const {
        const std::size_t b = static_cast<std::size_t>(bone);
        return get_lane(block.scratch.frames.data()[b].centre_before, lane) +
               get_lane(block.state.bones.data()[b].now.shift, lane);
    }
};

template <class Real>
vec3<Real> at_joint(const lane_affine<Real>& joint, int lane, const vec3<Real>& p) {
    return times(get_lane(joint.linear, lane), p) + get_lane(joint.translation, lane);
}

/// A point in the rest pose, moved by its handles.
template <class Real>
vec3<Real> displaced(const two_way_system<Real>& from, const vec3<Real>& rest,
                     const tissue_weight<Real>* weights, std::uint32_t count) {
    vec3<Real> out = rest;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Real* moved = from.flesh.displacement + 3 * weights[i].handle;
        out = out + weights[i].weight * vec3<Real>{moved[0], moved[1], moved[2]};
    }
    return out;
}

/// @pre `tissue_hang` has run
template <class Real, class Point>
carried_point<Real> carry(const two_way_system<Real>& from, const Point& point,
                          const tissue_weight<Real>* weights, const tissue_share<Real>* shares) {
    carried_point<Real> out;
    out.weights = weights + point.first_weight;
    out.weight_count = point.weight_count;
    out.linear = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const vec3<Real> rest = displaced(from, point.rest, out.weights, out.weight_count);
    const basic_reactive_set<Real>& set = from.block.set.reactive;
    for (std::uint32_t i = 0; i < point.share_count; ++i) {
        const tissue_share<Real>& share = shares[point.first_share + i];
        const std::size_t j = static_cast<std::size_t>(share.joint);
        const tissue_joint_past<Real>& joint = from.block.state.joints.data()[j];
        const mat3<Real> linear = get_lane(joint.tick.linear, from.lane);
        const vec3<Real> at = times(linear, rest) + get_lane(joint.tick.translation, from.lane);
        const vec3<Real> before = at_joint(joint.tick_before, from.lane, rest);
        out.at = out.at + share.weight * at;
        out.drift = out.drift + share.weight * (at - before);
        for (int c = 0; c < 3; ++c) {
            out.linear.column[c] = out.linear.column[c] + share.weight * linear.column[c];
        }
        if (const std::int32_t bone = set.carrier_of_joint.data()[j];
            bone >= 0 && out.count < most_point_shares) {
            carrier<Real>& by = out.of(bone);
            by.weight += share.weight;
            by.arm = by.arm + share.weight * (at - from.centre(bone));
        }
    }
    return out;
}

/// How far unknowns of the solution move a point. `unknowns` are those of the handles, then of the bones.
template <class Real>
vec3<Real> step_of(const two_way_system<Real>& from, const carried_point<Real>& point,
                   const Real* unknowns) {
    vec3<Real> flesh;
    for (std::uint32_t i = 0; i < point.weight_count; ++i) {
        const Real* moved = unknowns + 3 * point.weights[i].handle;
        flesh = flesh + point.weights[i].weight * vec3<Real>{moved[0], moved[1], moved[2]};
    }
    vec3<Real> out = times(point.linear, flesh);
    for (std::size_t i = 0; i < point.count; ++i) {
        const carrier<Real>& by = point.carriers[i];
        const Real* moved = unknowns + from.first_of(by.bone);
        out = out + by.weight * vec3<Real>{moved[0], moved[1], moved[2]} +
              cross(vec3<Real>{moved[3], moved[4], moved[5]}, by.arm);
    }
    return out;
}

/// Adds to three numbers.
template <class Real> void add(Real* to, const vec3<Real>& v) {
    to[0] += v.x;
    to[1] += v.y;
    to[2] += v.z;
}

/// A force on bones alone. @param force  the gradient of the energy
template <class Real>
void push_bones(const two_way_system<Real>& to, const carried_point<Real>& point,
                const vec3<Real>& force) {
    for (std::size_t i = 0; i < point.count; ++i) {
        const carrier<Real>& by = point.carriers[i];
        Real* sum = to.flesh.gradient + to.first_of(by.bone);
        add(sum, by.weight * force);
        add(sum + 3, cross(by.arm, force));
    }
}

/// A row of the Jacobian times the stiffness, `u`, meets all bones from the given one on.
template <class Real>
void add_row(const two_way_system<Real>& to, std::size_t unknown, const carried_point<Real>& point,
             std::size_t from, const vec3<Real>& u) {
    Real* row = to.row(unknown);
    for (std::size_t i = from; i < point.count; ++i) {
        const carrier<Real>& by = point.carriers[i];
        Real* sum = row + to.first_of(by.bone);
        add(sum, by.weight * u);
        add(sum + 3, cross(by.arm, u));
    }
}

/// A spring at a point: J^T stiffness J and J^T force.
/// @param stiffness  symmetric
/// @param force  the gradient of the energy at the point
template <class Real>
void add_spring(const two_way_system<Real>& to, const carried_point<Real>& point,
                const mat3<Real>& stiffness, const vec3<Real>& force) {
    const mat3<Real> half = {{times(stiffness, point.linear.column[0]),
                              times(stiffness, point.linear.column[1]),
                              times(stiffness, point.linear.column[2])}};
    const vec3<Real> pull = transposed_times(point.linear, force);
    const vec3<Real> rows[3] = {transposed_times(point.linear, half.column[0]),
                                transposed_times(point.linear, half.column[1]),
                                transposed_times(point.linear, half.column[2])};
    for (std::uint32_t i = 0; i < point.weight_count; ++i) {
        const Real weight = point.weights[i].weight;
        const std::size_t first = 3 * static_cast<std::size_t>(point.weights[i].handle);
        add(to.flesh.gradient + first, weight * pull);
        for (std::uint32_t k = i; k < point.weight_count; ++k) { // handles ascend
            const Real both = weight * point.weights[k].weight;
            const std::size_t column = 3 * static_cast<std::size_t>(point.weights[k].handle);
            for (std::size_t r = 0; r < 3; ++r) {
                add(to.row(first + r) + column, both * rows[r]);
            }
        }
        for (std::size_t r = 0; r < 3; ++r) {
            add_row(to, first + r, point, 0, weight * half.column[r]);
        }
    }
    push_bones(to, point, force);
    for (std::size_t i = 0; i < point.count; ++i) {
        const carrier<Real>& by = point.carriers[i];
        const std::size_t first = to.first_of(by.bone);
        const vec3<Real> x = cross(by.arm, stiffness.column[0]);
        const vec3<Real> y = cross(by.arm, stiffness.column[1]);
        const vec3<Real> z = cross(by.arm, stiffness.column[2]);
        add_row(to, first, point, i, by.weight * stiffness.column[0]);
        add_row(to, first + 1, point, i, by.weight * stiffness.column[1]);
        add_row(to, first + 2, point, i, by.weight * stiffness.column[2]);
        add_row(to, first + 3, point, i, vec3<Real>{x.x, y.x, z.x});
        add_row(to, first + 4, point, i, vec3<Real>{x.y, y.y, z.y});
        add_row(to, first + 5, point, i, vec3<Real>{x.z, y.z, z.z});
    }
}

/// A spring between the turns of two bones. @param parent  below `bone`, or -1: it does not turn
template <class Real>
void add_turn_spring(const two_way_system<Real>& to, std::int32_t bone, std::int32_t parent,
                     const mat3<Real>& stiffness, const vec3<Real>& torque) {
    const std::size_t own = to.first_of(bone) + 3;
    add(to.flesh.gradient + own, torque);
    for (std::size_t r = 0; r < 3; ++r) {
        add(to.row(own + r) + own, stiffness.column[r]);
    }
    if (parent < 0) {
        return;
    }
    const std::size_t other = to.first_of(parent) + 3;
    add(to.flesh.gradient + other, Real(-1) * torque);
    for (std::size_t r = 0; r < 3; ++r) {
        add(to.row(other + r) + other, stiffness.column[r]);
        add(to.row(other + r) + own, Real(-1) * stiffness.column[r]);
    }
}

} // namespace
} // namespace jounce::JOUNCE_LEVEL

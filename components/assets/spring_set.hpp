#pragma once

#include <jounce/components/assets/solver_id.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/assets/vrm_set.hpp>
#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

/// How a spring bone's transform follows from its dynamic head and tail.
enum class spring_transform : std::uint8_t {
    rotate_scale, ///< the rest bone is rotated, scaled and moved onto the dynamic one
    translate,    ///< the rest bone is moved by its tail's displacement (point handles)
};

/// One spring bone: tuning and the rest data that the kernels need, in one place because every
/// kernel touches all of it. Letters as in the paper and in docs/solver.md.
template <class Real> struct basic_spring {
    std::int32_t bone = 0;        ///< index into the rig
    std::int32_t slot = 0;        ///< index into `affected`
    std::int32_t first_child = 0; ///< range of `children`
    std::int32_t child_count = 0; ///< how many

    Real mass = 1;           ///< m, kg, > 0
    Real stiffness = 0;      ///< k, N/m, >= 0
    Real damping = 0;        ///< kd, N s/m, along the spring, >= 0
    Real velocity_scale = 1; ///< ds, share of the velocity that remains after a step, 0..1
    Real compliance = 0;     ///< alpha of the edge constraint, m/N, >= 0
    Real rest_length = 0;    ///< l0, from the fixed mass to the free one at rest
    Real bone_length = 0;    ///< L0
    Real inverse_bone_length = 0;
    bool fixed_length = false;    ///< `fixed_scale`: the bone never stretches
    bool edge_constraint = false; ///< the spring itself is also a stretch constraint
    spring_transform output = spring_transform::rotate_scale;

    vec3<Real> rest_anchor;    ///< f at rest: between head (hook 0) and tail (hook 1)
    vec3<Real> rest_head;      ///< model space
    vec3<Real> rest_tail;      ///< model space
    vec3<Real> rest_direction; ///< unit, head to tail
    quat<Real> rest_rotation;  ///< of the bone's frame, model space
    Real rest_scale = 1;       ///< of the bone, model space
    mat3<Real> rest_linear;    ///< used by affine rigs
};

/// A bone whose head or tail the springs move: spring bones and their direct children.
template <class Real> struct affected_bone {
    std::int32_t bone = 0;
    vec3<Real> tail_local; ///< in the bone's own frame, units of the rig
    /// A spring sets its head, and its own spring, of fixed length, sets its tail: nothing of the
    /// animated bone is used.
    bool is_placed = false;
};

/// A child that is attached to a spring bone's tail.
template <class Real> struct spring_child {
    std::int32_t slot = 0; ///< index into `affected`
    vec3<Real> offset; ///< parent's tail minus child's head at rest; the method never rotates it
};

/// Which bones of a rig are springs. Springs are in the rig's bone order, parents first. Bones may
/// be left out anywhere (gaps) and chains may branch. Made by `reference_builder` (reference) or
/// `stable_builder` or `vrm_builder`; the data of the other solvers is empty, so that their kernels
/// have no work.
template <class Real> struct basic_spring_set {
    solver_id solver = reference_solver;
    std::vector<basic_spring<Real>> springs;
    std::vector<affected_bone<Real>> affected; ///< ascending bone index
    std::vector<spring_child<Real>> children;  ///< ranges given by `basic_spring::first_child`
    basic_stable_set<Real> stable;
    basic_vrm_set<Real> vrm;
    std::shared_ptr<const void> own; ///< data per kind of a solver that the host added
};

using spring_set = basic_spring_set<float>; ///< in float, as programs use it

} // namespace jounce

#pragma once

#include <jounce/components/assets/detail_levels.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce {

/// How the flesh of a character is computed, cheapest first.
enum class tissue_tier : std::uint8_t {
    linear,    ///< modes as exact oscillators: right for small motion, stable at any tick
    nonlinear, ///< nonlinear forces, constant matrix: for crowds
    newton,    ///< nonlinear forces and their own matrix: for few characters near the camera
};

/// A joint of the skin that carries flesh.
template <class Real> struct tissue_joint {
    std::int32_t bone = 0;     ///< of the rig
    affine<Real> inverse_bind; ///< from the rest pose to the bone
};

/// A joint and its share in the turn of a handle.
template <class Real> struct tissue_share {
    std::int32_t joint = 0; ///< of `basic_tissue_set::joints`
    Real weight = 0;
};

/// What a moving joint does to a handle: mass, share and place of the flesh between both, summed.
template <class Real> struct tissue_drive_term {
    std::int32_t joint = 0;          ///< of `basic_tissue_set::joints`
    std::array<Real, 4> moment = {}; ///< x, y, z in kg units of the rig; kg
};

/// How a handle strains a point of the flesh.
template <class Real> struct tissue_pull {
    std::int32_t handle = 0;
    vec3<Real> gradient; ///< of the handle's weight, per unit of the rig
};

/// The same for eight points side by side.
template <class Real> struct tissue_slot {
    std::array<std::int32_t, lane_count> handle = {};
    lane_vec3<Real> gradient = {};
};

/// How a handle moves a vertex.
template <class Real> struct tissue_weight {
    std::int32_t handle = 0;
    Real weight = 0;
    vec3<Real> gradient; ///< per unit of the rig
};

/// A vertex of the skin that meets colliders.
template <class Real> struct tissue_probe {
    vec3<Real> rest;
    Real area = 0;                  ///< square metres
    std::uint32_t first_weight = 0; ///< in `probe_weights`
    std::uint32_t weight_count = 0; ///< how many
    std::uint32_t first_share = 0;  ///< in `probe_shares`
    std::uint32_t share_count = 0;  ///< how many
    std::int32_t group = 0;         ///< of `basic_tissue_set::reach_first`
};

/// A ball in the rest pose around what a joint moves of a group of probes, wherever their handles are.
template <class Real> struct tissue_reach {
    std::int32_t joint = 0; ///< of `basic_tissue_set::joints`
    vec3<Real> centre;
    Real radius = 0;
};

/// How flesh meets colliders.
template <class Real> struct tissue_touch {
    Real stiffness = Real(1e8);      ///< Pa/m
    Real friction = 0;               ///< of Coulomb
    Real slow = Real(0.01);          ///< units per second: below, tier newton lets flesh creep
    Real margin = Real(0.002);       ///< units; so near, the other tiers count a probe as touching
    std::uint32_t collides_with = 1; ///< mask of collider groups
};

/// A matrix of one number per entry, rows in tiles of eight: [row / 8][column][row % 8]. Rows beyond the last are 0.
template <class Real> struct tiled_matrix {
    static constexpr std::int32_t tile = 8;
    std::int32_t rows = 0, columns = 0;
    std::vector<Real> numbers;

    /// Tiles below each other, the last one perhaps not full.
    std::int32_t tiles() const { return (rows + tile - 1) / tile; }
};

/// What depends on the length of a tick, for one level of detail.
template <class Real> struct tissue_level {
    Real seconds = 0;                               ///< of a tick
    tiled_matrix<Real> inverse;                     ///< 3H x 3H, of the matrix of a step at rest
    std::vector<oscillator_step<Real>> oscillators; ///< [mode]
};

/// The flesh of a kind, ready to run: handles that move the skin, and how they resist. Made by `make_tissue_set`, which
/// has checked all conditions stated here. H handles, lengths in units of the rig; forces are divided by the length of
/// such a unit, so that masses and stiffness stay in kg and N/m.
template <class Real> struct basic_tissue_set {
    tissue_tier tier = tissue_tier::nonlinear; ///< unless `tissue_control` says otherwise
    std::int32_t newton_steps =
        0; ///< of a tick of tier `newton`; 0: the kind does not have that tier
    std::int32_t handle_count = 0; ///< H
    std::int32_t joint_count = 0;  ///< of the skin, as the bake saw it
    std::array<tissue_level<Real>, detail_levels> levels;

    std::vector<tissue_joint<Real>> joints;
    /// Handles that hang on the same joints in the same way turn alike: [blend + 1] ranges of `shares`.
    std::vector<std::uint32_t> blend_first;
    std::vector<tissue_share<Real>> shares;
    std::vector<std::int32_t> blend_of;     ///< [handle]
    std::vector<std::uint32_t> drive_first; ///< [handle + 1] ranges of `drives`
    std::vector<tissue_drive_term<Real>> drives;
    std::vector<Real> bounds; ///< [handle] the furthest that it may go

    std::vector<Real> mass; ///< H x H by rows, kg, for each of x, y, z
    std::vector<Real>
        mass_tiles; ///< the same as `tiled_matrix` in tiles of four: [row / 4][column][row % 4]
    std::vector<Real> rest_stiffness; ///< 3H x 3H by rows, N/m
    Real alpha = 0;                   ///< damping by mass, 1/s
    Real beta = 0;                    ///< damping by stiffness, s

    Real mu = 0, lambda = 0; ///< Pa; of `psi = mu/2 (|F|^2 - 3) + lambda/2 ((J - a)^2 - (1 - a)^2)`
    std::vector<Real> volumes;             ///< [point] cubic metres over the square of a unit
    std::vector<std::uint32_t> pull_first; ///< [point + 1] ranges of `pulls`
    std::vector<tissue_pull<Real>> pulls;
    std::vector<std::uint32_t>
        slot_first; ///< [group of eight points + 1] ranges of `slots`; tier `newton` only
    std::vector<tissue_slot<Real>> slots;
    std::vector<lane<Real>> group_volumes; ///< [group]

    std::int32_t mode_count = 0;  ///< of tier `linear` at its best
    tiled_matrix<Real> shapes;    ///< V, 3H x modes
    tiled_matrix<Real> project;   ///< V^T mass, modes x 3H
    tiled_matrix<Real> transpose; ///< V^T, modes x 3H

    std::vector<std::uint32_t>
        vertex_first; ///< [vertex + 1] of the skin: ranges of `vertex_weights`
    std::vector<tissue_weight<Real>> vertex_weights;

    std::vector<tissue_probe<Real>> probes;
    std::vector<tissue_share<Real>> probe_shares;
    std::vector<tissue_weight<Real>> probe_weights;
    std::vector<std::uint32_t>
        reach_first; ///< [group + 1] ranges of `reaches`; probes of a group have one main joint
    std::vector<tissue_reach<Real>> reaches;
    tissue_touch<Real> touch;
    std::vector<bone_collider> colliders;  ///< of the character itself, as far as flesh meets them
    std::vector<std::uint8_t> meets;       ///< [collider][probe] 0: belongs to the flesh there
    std::vector<std::uint8_t> group_meets; ///< [collider][group] 0: meets none of its probes

    /// Numbers of all handles.
    std::size_t size() const { return 3 * static_cast<std::size_t>(handle_count); }
    /// Groups of probes.
    std::size_t groups() const { return reach_first.empty() ? 0 : reach_first.size() - 1; }
};

using tissue_set = basic_tissue_set<float>; ///< in float, as programs use it

} // namespace jounce

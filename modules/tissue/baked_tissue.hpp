#pragma once

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::tissue {

/// Rows of different lengths behind each other: row i is [first[i], first[i + 1]).
using row_starts = std::vector<std::uint32_t>;

/// How flesh resists. Stable neo-Hookean: see docs/tissue.md.
struct tissue_material {
    double young = 15e3;   ///< Pa
    double poisson = 0.45; ///< below 0.5
    double density = 1000; ///< kg/m^3
    double alpha = 0;      ///< damping by mass, 1/s
    double beta = 0.002;   ///< damping by stiffness, s
};

/// How much a handle moves something, and how that changes along the axes of the rest pose.
struct handle_weight {
    std::uint32_t handle = 0;
    double weight = 0;
    vec3<double> gradient; ///< 1/m
};

/// A joint of the skin and its share.
struct joint_weight {
    std::uint32_t joint = 0;
    double weight = 0;
};

/// Where elastic energy is sampled, in rows of `cubature_first`.
struct cubature_point {
    vec3<double> rest;
    /// That it stands for, m^3, times what the flesh there is stiffer than the material.
    double volume = 0;
};

/// What a moving joint does to a handle: sum over nodes of mass w_handle omega_joint [X; 1].
struct drive_term {
    std::uint32_t handle = 0, joint = 0;
    std::array<double, 4> moment = {};
};

/// A node with mass, for bones that feel their flesh.
struct mass_point {
    vec3<double> rest;
    double mass = 0; ///< kg
};

/// A vertex of the skin that touches colliders.
struct contact_probe {
    std::uint32_t vertex = 0;
    double area = 0; ///< m^2
};

/// An edge of the volume that was baked, by its nodes.
struct lattice_edge {
    std::uint32_t from = 0, to = 0;
};

/// All that a bake computes, in double and metres of the rest pose: what a file of tissue holds. Matrices are by rows, coordinates of a
/// handle side by side: entry (3 a + x, 3 b + y).
struct baked_tissue {
    std::uint64_t mesh_hash = 0; ///< of positions, triangles and skin weights that it was made for
    double metres_per_unit = 1;  ///< of the mesh's own space: its places were multiplied by this
    tissue_material material;
    std::uint32_t joint_count = 0; ///< of the skin

    std::vector<vec3<double>> handles; ///< [handle] rest
    row_starts handle_joint_first;     ///< [handle + 1]
    std::vector<joint_weight> handle_joints;

    row_starts vertex_first; ///< [vertex + 1] of the skin; at most 8 each
    std::vector<handle_weight> vertex_weights;

    std::vector<cubature_point> cubature; ///< [point]
    row_starts cubature_first;            ///< [point + 1] at most 12 each
    std::vector<handle_weight> cubature_weights;

    std::vector<double> mass;           ///< H x H, for each of x, y, z
    std::vector<double> rest_stiffness; ///< 3H x 3H, by cubature
    std::vector<double> full_stiffness; ///< 3H x 3H, by all tetrahedra
    std::vector<double>
        modes; ///< [mode][3H], lowest first: full_stiffness v = w^2 mass v, v^T mass v = 1
    std::vector<double> mode_rates; ///< [mode] w, 1/s

    std::vector<drive_term> drive; ///< by handle, then joint

    std::vector<mass_point> mass_points;
    row_starts mass_point_first; ///< [mass point + 1] in mass_point_weights
    std::vector<handle_weight> mass_point_weights;
    row_starts mass_point_joint_first; ///< [mass point + 1] in mass_point_joints
    std::vector<joint_weight> mass_point_joints;

    std::vector<contact_probe> probes;
    std::vector<double> handle_bounds; ///< [handle] the furthest that it may go, m

    /// @{ The outer edges of the volume, for pictures. Empty unless it was asked for.
    std::vector<vec3<double>> lattice;          ///< [node] rest
    row_starts lattice_first;                   ///< [node + 1] in lattice_weights
    std::vector<handle_weight> lattice_weights; ///< without gradients
    row_starts lattice_joint_first;             ///< [node + 1] in lattice_joints
    std::vector<joint_weight> lattice_joints;
    std::vector<lattice_edge> lattice_edges;
    /// @}
};

} // namespace jounce::tissue

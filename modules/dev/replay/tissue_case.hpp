#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/dev/replay/golden_array.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::replay {

/// A ball that presses on the skin.
struct golden_ball {
    double stiffness = 0; ///< Pa/m
    double friction = 0;
    double radius = 0;   ///< m
    double slow = 0.01;  ///< m/s; friction is smooth below
    golden_array centre; ///< [step][3]
    golden_array area;   ///< [vertex]
};

/// Recorded bones that feel their flesh, joined in a row.
struct golden_reactive {
    double bone_mass = 0; ///< kg
    double joint = 0;     ///< N/m
    double turn = 0, turn_damping = 0;
    double limit = 0, limit_stiffness = 0;
    vec3<double> gravity; ///< m/s^2, of bones and flesh
    double hold = 0, hold_damping = 0, root_turn = 0, root_turn_damping = 0; ///< of the first bone
    golden_array joints;                                                     ///< [bone + 1][3]
    golden_array target;                       ///< [step][bone][3][3] relative to the bone before
    golden_array root_position, root_rotation; ///< [step][3], [step][3][3]
    golden_array position, rotation; ///< results: [step][bone][3] of centres, [step][bone][3][3]
    golden_array momentum;           ///< [step][6]
    golden_array reaction;           ///< [step][3]
};

/// A recorded run of flesh, and its bake.
struct golden_tissue {
    std::string name;
    std::filesystem::path file;
    double seconds = 0; ///< of a step
    std::int64_t steps = 0;
    std::int32_t newton_steps = 1;
    std::optional<golden_reactive> reactive; ///< of two-way runs
    tissue::baked_tissue baked;
    golden_array bones;                      ///< [step][bone][3][4], one-way
    golden_array displacements;              ///< [step][handle][3]
    std::optional<golden_array> modal;       ///< the same of the linear model
    std::optional<golden_array> penetration; ///< [step]
    std::optional<golden_ball> ball;
    golden_array skin, skin_weights; ///< [vertex][3], [vertex][bone]
};

/// Whether a folder with a case.json records flesh, not springs.
bool is_tissue_case(const std::filesystem::path& folder);

/// Reads a case of flesh. Nothing in it is trusted.
result<golden_tissue> read_tissue_case(const std::filesystem::path& folder);

/// The skin of a case with its weights, as probes need it.
template <class Real> basic_skinned_mesh<Real> skin_of(const golden_tissue& recorded);

} // namespace jounce::replay

#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstdint>
#include <span>

namespace jounce {

/// How baked flesh is to run.
struct tissue_run_options {
    tissue_tier tier = tissue_tier::
        nonlinear; ///< at level of detail 0, unless a character's `tissue_control` differs
    std::int32_t newton_steps =
        0; ///< above 0: characters may have tier newton, at so many steps per tick; at most 8
    double tick_rate = 120; ///< per second, as `least_tick_rate` to `most_tick_rate` allow
    std::int32_t modes = 0; ///< of the linear tier, lowest first; 0: as many as usual
    /// Damping of every mode as a share of critical damping. 0: that of the material, and what implicit Euler damps at
    /// full rate, so that tiers look alike.
    double mode_damping = 0;
    double contact_stiffness =
        1e8;               ///< Pa/m, how hard the skin is where it touches; 0: it touches nothing
    double friction = 0.2; ///< of Coulomb, against colliders; at most 10
    std::uint32_t collides_with = 1; ///< mask of collider groups
};

/// Handles that a set may have.
inline constexpr std::int32_t most_tissue_handles = 256;
/// Colliders of its own character that flesh may meet.
inline constexpr std::int32_t most_tissue_colliders = 64;
/// Modes that the linear tier computes unless told otherwise.
inline constexpr std::int32_t usual_tissue_modes = 24;

/// Makes the run-time form of baked flesh. Matrices are inverted in double and then rounded, so that they have the same
/// bits everywhere.
/// @param bind  of the skin that it was baked for: joints are numbered alike
/// @param metres_per_unit  of the skin and its rig, as the bake was told
/// @param skin  null, or the skin with its influences: probes for contact are taken from it, and without it flesh
/// touches nothing
/// @param colliders  on bones of the character itself that flesh meets too, as `kind.springs.stable.colliders`; not the
/// flesh that hangs on the same bone, nor what is inside of them in the rest pose
/// @return errors::bad_tissue_data if parts do not fit each other, errors::out_of_range for options
template <class Real>
result<basic_tissue_set<Real>>
make_tissue_set(const tissue::baked_tissue& baked, const basic_skin_binding<Real>& bind,
                double metres_per_unit = 1, const tissue_run_options& options = {},
                const basic_skinned_mesh<Real>* skin = nullptr,
                std::span<const bone_collider> colliders = {});

} // namespace jounce

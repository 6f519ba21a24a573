#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jounce {

/// A bone that is to feel its flesh. It hangs on its parent of the rig, or on the nearest reactive bone that carries its
/// parent; the root of a rig hangs on its animated place. Bones below that are not reactive themselves are carried along
/// as the animation has them.
struct reactive_bone_options {
    std::int32_t bone = 0;   ///< of the rig, a joint of the skin
    double mass = 0.5;       ///< kg, of the bone without its flesh
    double hold = 1e6;       ///< N/m between the two images of its joint; 0: a root floats freely
    double hold_damping = 0; ///< N s/m
    double turn = 60;        ///< N m/rad towards the animated turn
    double turn_damping = 1; ///< N m s/rad
    double limit = 0;        ///< rad away from the animated turn, where `limit_stiffness` begins
    double limit_stiffness = 0; ///< N m/rad; 0: no limit
};

/// Which bones feel their flesh, and how.
struct reactive_options {
    std::vector<reactive_bone_options> bones;
    double gravity =
        0; ///< share of the world's gravity that bones feel; the animation has it usually
    double flesh_gravity = 0; ///< the same for handles; the sculpted shape has it usually
};

/// Reactive bones that a set may have.
inline constexpr std::size_t most_reactive_bones = 64;

/// Adds bones that feel their flesh to a set that `make_tissue_set` made, and makes `two_way` its tier. They need the mass points of
/// the bake.
/// @param rig  that the set is for
/// @param bind  as `make_tissue_set` had it
/// @return errors::bad_tissue_data if the bake has no mass points that fit, errors::out_of_range for options,
/// errors::unknown_bone for bones that are not there, not joints of the skin, or named twice
template <class Real>
std::optional<error>
add_reactive_bones(basic_tissue_set<Real>& to, const tissue::baked_tissue& baked,
                   const basic_rig<Real>& rig, const basic_skin_binding<Real>& bind,
                   const reactive_options& options);

} // namespace jounce

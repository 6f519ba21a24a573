#pragma once

#include <jounce/components/assets/collider.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>

#include <string>
#include <utility>
#include <vector>

namespace jounce {

/// VRM springs in the terms of the stable solver, bones by name.
struct stable_springs {
    std::vector<std::pair<std::string, spring_tuning>> springs;
    std::vector<std::pair<std::string, collider>> colliders;
    std::vector<std::string> warnings; ///< what has no counterpart

    /// Gives springs and colliders to a builder, which checks them.
    void add_to(stable_builder& builder) const;
};

/// The tuning whose small swings about rest are those of a VRM joint at 60 ticks per second.
///
/// A joint of length L deflected by an angle y makes `y1 = a ((2 - d) y - (1 - d) y_before)` per
/// tick, with drag d and `a = L / (L + stiffness / 60)`. The damped oscillator that passes through
/// the same points has decay `-ln(a (1 - d)) 30` and the frequency that follows; the share of its
/// damping that d makes is drag against the air, the rest is damping of the joint itself. Gravity
/// becomes the share of the world's (9.81 m/s^2 downwards) at which the bone sags as far.
/// @param metres  length of the bone in the world, more than 0
spring_tuning tuning_of_vrm(const vrm_joint& joint, double metres);

/// Converts springs and colliders. Large swings differ: the VRM formula turns slower the farther out a
/// bone is. Dropped, with a warning: centres, gravity that does not point down or up, and tails that
/// are not those of the rig.
///
/// Error names: those of `vrm_builder`, `too_many_groups` (more than 32 different choices of colliders).
template <class Real>
result<stable_springs> convert_to_stable(const vrm_description& springs,
                                         const basic_rig<Real>& rig);

} // namespace jounce

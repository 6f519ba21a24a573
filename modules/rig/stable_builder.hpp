#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <string>
#include <utility>
#include <vector>

namespace jounce {

/// Chooses the spring bones of a rig for the stable solver, and the colliders of its kind. Bones may
/// be left out anywhere in a chain, and chains may branch.
/// Settings are in metres and converted here, by the rig's `metres_per_unit`; colliders are in the
/// frame of their bone, in units of the rig.
///
/// Error names: `unknown_bone`, `duplicate_spring`, `bad_setting`, `zero_length`, `bad_collider`.
class stable_builder {
public:
    /// Makes a bone a spring. Names are looked up, and settings checked, by `build`.
    void add(std::string bone, const spring_tuning& tuning);
    /// Attaches a collider to a bone; every character of the kind has it.
    void add(std::string bone, const collider& body);

    /// Ticks per second, 1 to 10000. A frame has at most `time_control::max_ticks` of them.
    void tick_rate(double hertz) { tick_hertz_ = hertz; }
    /// Chains of the same character push each other apart (skirts, cloth of chains).
    void chains_collide(bool on = true) { chains_collide_ = on; }

    /// The springs of this rig for the stable solver, or what is wrong.
    template <class Real> result<basic_spring_set<Real>> build(const basic_rig<Real>& rig) const;

private:
    std::vector<std::pair<std::string, spring_tuning>> springs_;
    std::vector<std::pair<std::string, collider>> colliders_;
    double tick_hertz_ = 120;
    bool chains_collide_ = false;
};

/// Gives the springs of a kind ticks of another length, 0.1 ms to 1 s. Call it before the kind is
/// spawned: the state of existing blocks belongs to the old length.
template <class Real> void set_tick_seconds(basic_stable_set<Real>& set, double seconds);

} // namespace jounce

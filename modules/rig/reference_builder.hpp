#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/spring_set.hpp>
#include <jounce/modules/result/result.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jounce {

/// Tuning of one spring bone, in the letters of the published method.
struct spring_settings {
    double mass = 1;           ///< m, kg, > 0
    double stiffness = 100;    ///< k, N/m, >= 0
    double damping = 10;       ///< kd, N s/m along the spring, >= 0
    double velocity_scale = 1; ///< ds, share of the velocity that remains after a step, 0..1
    double hook = 0;           ///< where the fixed mass sits: 0 head, 1 tail (a point spring)
    bool fixed_length = true;  ///< `fixed_scale`: the bone never stretches
    bool edge_constraint = false;
    double compliance = 0;    ///< alpha of the edge constraint, m/N, >= 0
    double length_factor = 1; ///< the length that `fixed_length` keeps, over the rest length
    spring_transform output = spring_transform::rotate_scale;
};

/// Chooses the spring bones of a rig. Each bone may have its own settings; bones may be left out
/// anywhere in a chain, and chains may branch.
///
/// Error names: `unknown_bone`, `duplicate_spring`, `bad_setting`, `zero_length`.
class reference_builder {
public:
    /// Makes a bone a spring. Names are looked up, and settings checked, by `build`.
    void add(std::string bone, const spring_settings& settings);

    /// Replaces the rest offset (parent's tail minus this bone's head), for data whose offsets were
    /// rounded apart from its bones.
    void override_offset(std::string bone, const vec3<double>& offset);

    /// The springs of this rig for the reference solver, or what is wrong.
    template <class Real> result<basic_spring_set<Real>> build(const basic_rig<Real>& rig) const;

private:
    std::vector<std::pair<std::string, spring_settings>> springs_;
    std::vector<std::pair<std::string, vec3<double>>> offsets_;
};

} // namespace jounce

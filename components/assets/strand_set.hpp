#pragma once

#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/base/lanes.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace jounce {

/// `oscillator_step` of eight springs.
template <class Real> struct lane_oscillator_step { lane<Real> yy, yv, ya, vy, vv; };

/// `spring_step` of eight springs.
template <class Real> struct lane_spring_step { lane_oscillator_step<Real> bend, axial; };

/// `stable_spring` of eight springs in the same place of chains of equal shape. Numbers may differ
/// from lane to lane; what decides which way a kernel goes is the same for all.
template <class Real> struct strand_spring {
    bool fixed_length = true;
    bool collide_segment = false;
    bool is_bounded = true; ///< `inherit` is less than 1
    std::uint32_t collides_with = 0;

    lane_vec3<Real> axis;
    lane<Real> length;
    std::array<lane_spring_step<Real>, detail_levels> steps;
    lane<Real> drag, gravity, inverse_mass, inherit, max_speed;
    lane<Real> least_stretch, most_stretch, limit_x;
    lane<Real> radius, friction;
    lane<Real> bend_omega2, axial_omega2;
};

/// Chains of equal shape side by side: a lane is a chain of a character, not a whole one. Lanes that
/// are left repeat the chains.
template <class Real> struct basic_strand_set {
    Real tick_seconds = 0;
    Real extent = 1;
    std::vector<strand_spring<Real>> springs; ///< [spring of a chain]
    /// One chain: `bone` is the place in this walk, what else it names is within the chain.
    std::vector<walked_bone> walk;
    std::vector<std::int32_t> anchors; ///< one, called 0; none of chains that begin at a root

    std::int32_t chains = 0; ///< of a character, side by side
    using of_chains = std::array<std::int32_t, lane_count>;
    std::vector<of_chains> bones;      ///< [walked bone of a chain], places in the kind's walk
    std::vector<of_chains> spring_ids; ///< [spring of a chain], the kind's
    of_chains anchor_ids{};            ///< the kind's
};

/// How a block with few characters computes its springs.
template <class Real> struct strand_plan {
    std::int32_t characters = 0; ///< at most; so many lanes lie between one chain and the next
    std::vector<basic_strand_set<Real>> strands;
    /// The kind's set without the chains that are in strands; if none is left, its walk is empty.
    basic_stable_set<Real> rest;

    bool takes_all() const { return rest.walk.empty(); }
};

/// The plans of a kind, for blocks with up to one, two and four characters. Empty if no two of its
/// chains are equal in shape.
template <class Real> struct basic_strand_plans {
    std::vector<strand_plan<Real>> plans;

    /// The plan for a block with so many characters, or null.
    const strand_plan<Real>* for_characters(std::int32_t count) const {
        for (const strand_plan<Real>& plan : plans) {
            if (count <= plan.characters) {
                return plan.strands.empty() ? nullptr : &plan;
            }
        }
        return nullptr;
    }
};

using strand_plans = basic_strand_plans<float>; ///< in float, as programs use it

} // namespace jounce

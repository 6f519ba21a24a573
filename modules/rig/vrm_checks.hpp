#pragma once

// Parts of `vrm_builder`.

#include <jounce/modules/rig/vrm_builder.hpp>

#include <optional>

namespace jounce {

/// Everything that needs no more than the numbers of bones.
std::optional<error> check_vrm(const vrm_description& springs,
                               const std::vector<std::string>& bone_names);

/// Words for a joint: its chain, its place there and its bone.
std::string name_joint(const vrm_description& springs, std::size_t chain, std::size_t joint,
                       const std::vector<std::string>& bone_names);

/// Orders the bones so that everything comes after what it depends on, and gives colliders and
/// centres their places. Fills `walk`, `moved`, `colliders`, `late` and the springs' centres.
/// @param set  with springs, whose `centre` is a bone, and contacts, which index `colliders` as they
/// stand, without places
/// @return the chain's centre that cannot be had, as the index of a spring
template <class Real>
std::optional<std::int32_t> plan_vrm_walk(const basic_rig<Real>& rig, basic_vrm_set<Real>& set);

} // namespace jounce

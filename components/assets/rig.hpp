#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce {

/// Bones of a character and its rest pose, shared by all characters of a kind. Parents come before
/// their children. Made by `rig_builder`, which has checked all conditions stated here; never
/// edited afterwards. All arrays have one entry per bone, index b, unless said otherwise.
template <class Real> struct basic_rig {
    std::vector<std::string> names;          ///< unique, never empty
    std::vector<std::int32_t> parents;       ///< < b, or -1 for a root
    std::vector<std::int32_t> source_index;  ///< index of the bone in the builder's input
    std::vector<transform<Real>> rest_local; ///< relative to the parent
    std::vector<transform<Real>> rest_model; ///< relative to the character
    std::vector<vec3<Real>> tail_local;      ///< the bone's tail in its own frame
    std::vector<vec3<Real>> rest_head;       ///< model space
    std::vector<vec3<Real>> rest_tail;       ///< model space
    std::vector<std::uint8_t> handle;        ///< 1: a point handle, allowed to have no length

    /// A rig whose bones may scale differently along their axes: parents then shear their children,
    /// so poses also carry 3x3 matrices. The three arrays are empty otherwise.
    bool is_affine = false;
    /// How large a unit of all lengths here is: 0.01 for a rig in centimetres. Spring settings, which are
    /// in metres, are converted by it when springs are built, and characters are spawned at this scale.
    float metres_per_unit = 1;
    std::vector<vec3<Real>> rest_stretch; ///< local scale is `scale * stretch`
    std::vector<mat3<Real>> rest_linear;  ///< model space, with scale and shear

    /// How many bones a character has.
    std::int32_t bone_count() const { return static_cast<std::int32_t>(parents.size()); }
};

using rig = basic_rig<float>; ///< in float, as programs use it

/// No rig has more bones than this: a longer list is treated as a broken file.
inline constexpr std::int32_t max_bones = 4096;

/// Units outside this range are treated as mistakes.
inline constexpr double least_metres_per_unit = 1e-4;
inline constexpr double most_metres_per_unit = 1e4; ///< the upper end

} // namespace jounce

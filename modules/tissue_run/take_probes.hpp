#pragma once

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/assets/stable_set.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <functional>
#include <optional>
#include <span>

namespace jounce {

/// What flesh needs to meet colliders, besides the bake.
template <class Real> struct contact_parts {
    const basic_skin_binding<Real>& bind;
    const basic_skinned_mesh<Real>& skin;
    std::span<const bone_collider> colliders;
    double metres_per_unit = 1;
    std::function<std::int32_t(std::size_t)> joint; ///< of `tissue_set::joints`, or -1
};

/// Fills in probes, what they can reach, and which colliders of the character meet them. @pre `bounds` are filled in
/// @return errors::bad_tissue_data if a probe is not on the skin, errors::out_of_range for a collider
template <class Real>
std::optional<error> take_probes(const tissue::baked_tissue& baked, const contact_parts<Real>& of,
                                 basic_tissue_set<Real>& to);

} // namespace jounce

#pragma once

// Flesh among colliders: parts of kernels, apart from them, because most flesh touches nothing. Kernel sources only.

#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/tissue/tissue_view.hpp>

namespace jounce::JOUNCE_LEVEL {

/// What flesh can reach in this frame, and where the character's own colliders are at both of its ends. They come first
/// among the obstacles. Part of `tissue_begin`, for kinds with probes.
/// Reads  bone_transforms, frame_environment, tissue_state.  Writes  scratch.  Cost  O(joints of probes + colliders).
template <class Real>
void find_reach(const tissue_view<Real>& block, const basic_bone_transforms<Real>& bones,
                const environment_lanes<Real>& now) noexcept;

/// Finds the probes that are inside of obstacles at the end of a tick, or that went through one in it, each with the
/// obstacle that it is deepest in. Groups of probes that nothing comes near are left out. Part of `tissue_drive`, and of
/// later steps of `tissue_newton`.
/// Reads  tissue_state, scratch.  Writes  scratch.contacts, scratch.touched.  Cost  O(groups obstacles + probes).
template <class Real>
void find_contacts(const tissue_view<Real>& block, const tissue_tick<Real>& at) noexcept;

/// Holds the probes that touch, in lanes of the tier nonlinear: forces on them, through the stored inverse, so that
/// surfaces give way by force / (stiffness area) and slide as friction lets them. Gauss-Seidel, in the order of probes.
/// Part of `tissue_nonlinear`.
/// Reads  scratch.  Writes  scratch.result.  Cost  O(touching handles) for each of them, times the rounds that it takes.
template <class Real>
void hold_probes(const tissue_view<Real>& block, const tissue_tick<Real>& at) noexcept;

extern template void find_reach(const tissue_view<float>&, const basic_bone_transforms<float>&,
                                const environment_lanes<float>&) noexcept;
extern template void find_contacts(const tissue_view<float>&, const tissue_tick<float>&) noexcept;
extern template void hold_probes(const tissue_view<float>&, const tissue_tick<float>&) noexcept;
#if JOUNCE_LEVEL_HAS_DOUBLE
extern template void find_reach(const tissue_view<double>&, const basic_bone_transforms<double>&,
                                const environment_lanes<double>&) noexcept;
extern template void find_contacts(const tissue_view<double>&, const tissue_tick<double>&) noexcept;
extern template void hold_probes(const tissue_view<double>&, const tissue_tick<double>&) noexcept;
#endif

} // namespace jounce::JOUNCE_LEVEL

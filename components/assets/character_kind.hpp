#pragma once

#include <jounce/components/assets/node_constraints.hpp>
#include <jounce/components/assets/rig.hpp>
#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/spring_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

template <class Real> struct basic_tissue_set; // components/assets/tissue_set.hpp

/// All that characters of one kind share: bones, springs, binding and constraints.
template <class Real> struct basic_character_kind {
    basic_rig<Real> rig;
    basic_spring_set<Real> springs;
    basic_skin_binding<Real> bind;
    basic_constraint_set<Real> constraints = {};
    /// Which bones pipelines keep after a frame, for `bone_of` and sockets: all, or those of `kept_bones`
    /// alone. A bone that is not kept saves 32 bytes, and large crowds the time to write them.
    bool keeps_all_bones = true;
    std::vector<std::int32_t> kept_bones = {}; ///< ascending; used if not all are kept
    /// So many of the first joints take their palette rows from `clip::affine` while clips play, other joints
    /// from bones. 0: an ordinary kind. Above 0 the binding has mode `matrix`. See `take_affine_clips`.
    std::int32_t affine_joints = 0;
    /// [joint after the affine ones]; the affine joint whose bone it hangs on, which carries it with its matrix, or
    /// -1. Empty: none hangs on one.
    std::vector<std::int32_t> carriers = {};
    /// Flesh that moves the skin beside the springs. Null: none. Made by `make_tissue_set`.
    std::shared_ptr<const basic_tissue_set<Real>> tissue = {};
};

/// Whether flesh has bones that feel it.
template <class Real> bool has_reactive_bones(const basic_tissue_set<Real>& set);

/// Whether a kind has bones that feel their flesh. Pose then writes its bones into the scratch of the frame, and react
/// those that are shown.
template <class Real> bool is_two_way(const basic_character_kind<Real>& kind) {
    return kind.tissue != nullptr && has_reactive_bones(*kind.tissue);
}

/// Whether all bones are kept. Kinds with colliders keep all, because colliders follow the bones of
/// the frame before; so do those whose bones feel their flesh, because it moves them after pose.
template <class Real> bool keeps_all(const basic_character_kind<Real>& kind) {
    return kind.keeps_all_bones || !kind.springs.stable.colliders.empty() || is_two_way(kind);
}

/// How many bones of a character are kept.
template <class Real> std::size_t kept_count(const basic_character_kind<Real>& kind) {
    return keeps_all(kind) ? kind.rig.parents.size() : kind.kept_bones.size();
}

/// Index of a bone among the kept ones; -1: it is not kept.
template <class Real>
std::int32_t kept_place(const basic_character_kind<Real>& kind, std::int32_t bone) {
    if (keeps_all(kind)) {
        return bone;
    }
    const auto found = std::lower_bound(kind.kept_bones.begin(), kind.kept_bones.end(), bone);
    const bool is_kept = found != kind.kept_bones.end() && *found == bone;
    return is_kept ? static_cast<std::int32_t>(found - kind.kept_bones.begin()) : -1;
}

/// Whether clips alone make the palette and nothing else of a frame is kept: no joint, spring or constraint
/// needs bones. Pipelines then compute none.
template <class Real> bool shows_clips_alone(const basic_character_kind<Real>& kind) {
    if (kind.affine_joints <= 0 || kept_count(kind) != 0 || !kind.constraints.empty() ||
        kind.tissue != nullptr ||
        static_cast<std::size_t>(kind.affine_joints) != kind.bind.joints.size()) {
        return false; // asked once per block and frame: most kinds end here
    }
    const basic_spring_set<Real>& springs = kind.springs;
    const bool is_built_in = springs.solver == reference_solver ||
                             springs.solver == stable_solver || springs.solver == vrm_solver;
    return is_built_in && springs.springs.empty() && springs.stable.springs.empty() &&
           springs.vrm.springs.empty();
}

using character_kind = basic_character_kind<float>; ///< in float, as programs use it

} // namespace jounce

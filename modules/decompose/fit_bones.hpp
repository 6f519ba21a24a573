#pragma once

#include <jounce/modules/decompose/rotation_sequences.hpp>
#include <jounce/modules/work/share_work.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace jounce::decompose {

/// The triangles that a bone is fitted to.
using core_triangles = std::vector<std::uint32_t>;

/// Bones of both kinds for the same triangles.
struct fitted_bones {
    bone_matrices rigid, flexible;
    std::vector<Eigen::Vector3d> centres; ///< [bone] of the core, in the rest pose

    std::size_t count() const { return centres.size(); }
    const bone_matrices& of(bone_kind kind) const {
        return kind == bone_kind::rigid ? rigid : flexible;
    }
    /// The bones with these numbers, in this order.
    fitted_bones chosen(const std::vector<std::size_t>& bones) const;
};

/// The rotation nearest to a matrix; the determinant is one always.
Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& of);

/// Fits a bone to every core. Rigid: the mean rotation, and the way of the centre. Flexible: the affine map that takes
/// the centres of triangles at rest nearest to where they are, weighed by area. Cores without an area give no bone.
/// Nothing if it was cancelled.
std::optional<fitted_bones> fit_bones(const working_poses& poses,
                                      const rotation_sequences& rotations,
                                      const std::vector<core_triangles>& cores,
                                      const work::work_options& work, const work::work_step& step);

} // namespace jounce::decompose

#pragma once

#include <jounce/modules/decompose/choose_bones.hpp>

#include <chrono>

namespace jounce::decompose {

/// Collects the report of a decomposition, and puts the result together.
class finishing {
public:
    finishing(const mesh_animation& from, const decompose_options& options);

    /// Notes the seconds since the last stage ended.
    void stage_ends(const char* name);
    void near_rigid(double share, std::size_t pool);
    /// Finds corrections, measures, and turns everything back to the animation's own axes.
    result<decomposition> finish(const working_poses& poses, const chosen_bones& chosen);

private:
    void warn(const working_poses& poses, const chosen_bones& chosen);

    const decompose_options& options_;
    decomposition out_;
    bool is_searched_ = false; ///< bones were looked for, not given
    std::chrono::steady_clock::time_point last_;
};

/// [bone] The mean of the vertices that a bone moves, in the rest pose.
std::vector<Eigen::Vector3d> weighted_centres(const working_poses& poses,
                                              const vertex_weights& weights, std::size_t bones);

} // namespace jounce::decompose

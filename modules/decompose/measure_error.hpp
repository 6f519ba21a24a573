#pragma once

#include <jounce/modules/decompose/solve_weights.hpp>
#include <jounce/modules/work/share_work.hpp>

namespace jounce::decompose {

/// Squared length of all motion, by which errors are divided: distances from every vertex's mean over time. Where nothing
/// moves, distances from the mean of all places.
double motion_of(const working_poses& poses);

/// Length of the rest pose's box from corner to corner.
double extent_of(const working_poses& poses);

/// Places of a vertex in all frames as bones and weights have it.
Eigen::VectorXd blend_places(const working_poses& poses, const bone_matrices& bones,
                             const vertex_weights& weights, std::size_t vertex);

/// Squared distances between places as they are and as bones and weights have them.
struct measured_error {
    std::vector<double> by_frame, by_vertex; ///< sums
    double sum = 0;
};

/// Nothing if it was cancelled.
std::optional<measured_error> measure_error(const working_poses& poses, const bone_matrices& bones,
                                            const vertex_weights& weights,
                                            const work::work_options& work,
                                            const work::work_step& step);

/// In percent.
double percent_of(double squares, double motion);

} // namespace jounce::decompose

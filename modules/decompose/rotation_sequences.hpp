#pragma once

#include <jounce/modules/decompose/sequence_table.hpp>
#include <jounce/modules/decompose/working_poses.hpp>

#include <jounce/modules/work/share_work.hpp>

#include <optional>

namespace jounce::decompose {

/// A triangle in axes of its own: the first edge, across it, the normal.
struct triangle_axes {
    Eigen::Matrix3d axes;
    double first = 0;                    ///< length of the first edge
    double second_along = 0, second = 0; ///< the second edge along the first and across it

    double area() const { return first * second / 2; }
};

/// Nothing if the corners are on a line.
std::optional<triangle_axes> axes_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                     const Eigen::Vector3d& c);

/// How the triangle has turned: the polar factor of the map that takes edges to edges and normal to normal.
Eigen::Matrix3d rotation_between(const triangle_axes& rest, const triangle_axes& moved);

/// How every triangle turns over time: a point with 9 S numbers each.
struct rotation_sequences {
    std::vector<std::uint32_t>
        triangles;            ///< [point]; those with an area in the rest pose and all frames
    std::vector<double> area; ///< [triangle] in the rest pose, 0 if it is not a point
    std::vector<Eigen::Vector3d> centre; ///< [triangle] in the rest pose
    sequence_table points;
};

/// @param most_frames  of longer animations only so many frames, evenly chosen, become numbers
/// @return  nothing if it was cancelled
std::optional<rotation_sequences> find_rotations(const working_poses& poses,
                                                 std::size_t most_frames,
                                                 const work::work_options& work,
                                                 const work::work_step& step);

} // namespace jounce::decompose

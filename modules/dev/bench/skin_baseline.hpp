#pragma once

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/palette.hpp>

#include <Eigen/Geometry>

#include <vector>

namespace jounce::bench {

/// Skinning written in the ordinary way, to measure against: vertex by vertex, with Eigen's matrices
/// and quaternions, four influences each. It computes the same numbers as `cpu_skin` (a test compares
/// them) for palettes in diagonal mode. Compiled as baseline.cpp is.
struct skin_baseline {
    struct vertex {
        Eigen::Vector3f position;
        Eigen::Vector3f normal;
        int joint[4] = {};
        float weight[4] = {}; ///< sum to one; 0 where there are fewer influences
    };
    struct joint {
        Eigen::Matrix<float, 3, 4> matrix;
        Eigen::Quaternionf real;
        Eigen::Quaternionf dual;
        Eigen::Vector3f scale;
    };

    std::vector<vertex> vertices;
    std::vector<joint> joints;
    std::vector<Eigen::Vector3f> positions; ///< [vertex], skinned
    std::vector<Eigen::Vector3f> normals;   ///< [vertex], skinned
};

/// @pre no vertex has more than four influences
skin_baseline make_skin_baseline(const skinned_mesh& mesh);

/// Takes over a character's joints, which the ordinary way has in this form anyhow.
/// @pre the palette is in diagonal mode
void set_joints(skin_baseline& to, const palette& from, int lane);

void baseline_skin_linear(skin_baseline& of);
void baseline_skin_dual(skin_baseline& of);

} // namespace jounce::bench

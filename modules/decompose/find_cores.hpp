#pragma once

#include <jounce/modules/decompose/fit_bones.hpp>

namespace jounce::decompose {

/// Triangles that turn alike.
struct found_cores {
    std::vector<core_triangles> cores;
    std::size_t wanted = 0; ///< bones by the paper's rule; 0 if it finds none
    double near_rigid = 0;  ///< share of triangles in cores of that many bones
};

/// Shifts rotations to modes. `literal`: cores are the modes that the paper's rule keeps. Else also small modes, split
/// into parts that hang together, are cores: more than are wanted. Nothing if it was cancelled.
std::optional<found_cores> find_cores(const working_poses& poses,
                                      const rotation_sequences& rotations,
                                      const decompose_options& options,
                                      const work::work_step& step);

/// Adds cores until there are `count`: parts that turn like no other first, then halves of those that are fitted worst.
/// There may be fewer in the end, if there are fewer triangles. False if it was cancelled.
bool add_cores(const working_poses& poses, const rotation_sequences& rotations, std::size_t count,
               std::vector<core_triangles>& cores, const work::work_options& work,
               const work::work_step& step);

} // namespace jounce::decompose

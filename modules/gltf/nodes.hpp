#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/gltf/source.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::gltf {

/// Where a node stands relative to its parent.
struct node_pose {
    vec3<double> translation;
    quat<double> rotation;
    vec3<double> scale = {1, 1, 1};
};

/// The nodes of a file as a forest. All arrays have one entry per node unless said otherwise.
struct node_tree {
    std::vector<std::string> names;        ///< unique, never empty
    std::vector<std::int32_t> parents;     ///< -1 for a root
    std::vector<std::int32_t> order;       ///< parents before children
    std::vector<node_pose> poses;          ///< at rest
    std::vector<affine<double>> transform; ///< relative to the model, at rest
};

/// Mistakes: `empty_rig`, `two_parents`, `cycle`, `bad_number`, `sheared`.
node_tree read_nodes(source& from);

/// Names that are not empty and differ: an empty one becomes `prefix` and its index, the second of two
/// equal ones gets `_2`, and so on.
std::vector<std::string> unique_names(std::vector<std::string> names, const std::string& prefix);

/// Whether the axes differ so little that it is one scale that was rounded.
bool is_one_scale(const vec3<double>& scale, double tolerance);
/// Of nodes at rest, and of keys: exporters compute these from matrices and lose more digits.
inline constexpr double rest_scale_tolerance = 2e-5;
inline constexpr double key_scale_tolerance = 2e-4;

} // namespace jounce::gltf

#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/tissue_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::tissue {

/// All meshes of one skin of a model as one surface, in the space that its skinning matrices start from.
struct model_skin {
    std::int32_t skin = 0;
    std::vector<vec3<double>> positions; ///< as the file has them
    std::vector<std::uint32_t> triangles;
    weights::weight_table joints;            ///< of the skin, counted from its first
    std::uint32_t joint_count = 0;           ///< of the skin
    std::vector<std::size_t> meshes;         ///< of the model, in the order of their vertices
    std::vector<std::uint32_t> first_vertex; ///< [mesh + 1] of those

    /// The same as the bake takes it. @pre this outlives it
    tissue_mesh mesh() const { return {{positions, triangles}, &joints, joint_count}; }
};

/// The meshes of a skin. Error names: `bad_skin` (there is no such skin), `no_mesh` (no mesh uses it).
/// @param skin  -1: the one that moves the most vertices
result<model_skin> skin_of(const gltf::model& from, std::int32_t skin = -1);

} // namespace jounce::tissue

#pragma once

// A skin as the module of weights has it: one surface in model space, at rest, and bones as lines.

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::authoring {

/// All meshes of a skin as one surface, with weights by bone instead of by joint.
struct skin_surface {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;
    weights::weight_table weights;
    std::vector<std::size_t> meshes;         ///< of the model, in the order of their vertices
    std::vector<std::uint32_t> first_vertex; ///< [mesh + 1] of those
};
skin_surface surface_of(const gltf::model& in, std::int32_t skin);

/// Bones at rest: from the head to the head of each child, at the end of a chain to the tail.
std::vector<weights::bone_segment> segments_of(const rig& bones);

} // namespace jounce::authoring

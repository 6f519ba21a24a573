#pragma once

// Weights of a mesh as the module of weights has them: sorted and in double. Its bones are joints.

#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/weights/weight_table.hpp>

namespace jounce::weights {

/// What moves the vertices of a mesh. Joints that a vertex lists twice are added up.
weight_table table_of(const skinned_mesh& vertices);
/// Gives a mesh other weights. @pre bones are joints, below 65536
void take_table(const weight_table& from, skinned_mesh& to);

} // namespace jounce::weights

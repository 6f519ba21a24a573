#pragma once

#include "support/gltf_files.hpp"

namespace jounce::test {

// The tube, changed in one way each.

gltf_builder two_sets();                   ///< JOINTS_1 and WEIGHTS_1, joints twice, sums not one
gltf_builder quantised_weights(int bytes); ///< of one or two bytes, normalised
gltf_builder no_matrices();
gltf_builder two_skins();       ///< that share joints, in another order and bound elsewhere
gltf_builder skipped_nodes();   ///< nodes between joints; children before parents
gltf_builder moved_mesh_node(); ///< the skinned node is moved, which must not show
gltf_builder matrix_nodes();    ///< matrices instead of T, R, S; one is mirrored
gltf_builder uneven_scale();    ///< scale by axis, at rest and in the clip
gltf_builder interpolations();  ///< a clip per mode: T, R and S of all joints
gltf_builder morphs();          ///< two targets under the skin, weights in three modes
gltf_builder sparse();          ///< positions, indices and a morph target without view
gltf_builder quantised_mesh();  ///< KHR_mesh_quantization
gltf_builder interleaved();     ///< one view for all attributes, with stride and offsets
gltf_builder rigid();           ///< meshes without skin: list, strip, fan, points

} // namespace jounce::test

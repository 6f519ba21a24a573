#pragma once

#include <jounce/components/assets/affine_frames.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/modules/procedural/galloper.hpp>

namespace demo {

/// A deforming mesh as a skinned one with a clip.
struct skinned_animal {
    jounce::skinned_mesh mesh; ///< without normals
    jounce::affine_frames clip;
    double error = 0;     ///< percent, of the decomposition
    const char* how = ""; ///< where its bones are from
};

skinned_animal bones_of(const jounce::procedural::deforming_mesh& shape);

} // namespace demo

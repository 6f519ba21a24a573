#pragma once

#include <jounce/modules/weights/surface.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstdint>

namespace jounce::tissue {

/// A skin to give flesh to: a surface, and the joints that move its vertices. Its space is the one that
/// skinning matrices start from, in its own unit of length.
struct tissue_mesh {
    weights::surface surface;
    const weights::weight_table* joints =
        nullptr;                   ///< [vertex]; a bone of it is a joint of the skin
    std::uint32_t joint_count = 0; ///< of the skin
};

/// What a file of tissue is tied to: a hash of positions (as floats, as files have them), triangles, and
/// joints with their weights. FNV-1a of 32-bit words.
/// @pre `joints` is there
std::uint64_t hash_of(const tissue_mesh& mesh);

} // namespace jounce::tissue

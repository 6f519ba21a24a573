#pragma once

#include "support/gltf_builder.hpp"
#include "support/gltf_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jounce::test {

/// How views are packed.
struct meshopt_packing {
    const char* extension = "KHR_meshopt_compression";
    int version = 1; ///< of attributes
    bool is_required = true;
    bool names_fallback = true; ///< the placeholder says that it is one
};

/// The same file with every view compressed that can be, in front of a placeholder that holds nothing.
gltf_builder meshopt_packed(const gltf_builder& from, const meshopt_packing& how = {});

/// The tube with filters: normals octahedral, turns as quaternions, positions exponential.
gltf_builder meshopt_filtered();

struct draco_packing {
    bool is_sequential = true; ///< keeps the order of vertices, and without bits their numbers
    int bits = 0;              ///< of positions; 0: whole floats
};

/// The same file with the first primitive as a Draco mesh, whose attributes stand in another order than
/// in the file and have ids that are no places. Nothing where Draco was not found.
std::optional<gltf_builder> draco_packed(const gltf_builder& from, const draco_packing& how = {});

/// A file that must look as another one of `good_gltf_files`.
struct packed_gltf_file {
    gltf_file file;
    std::string same_as;
};
/// All that can be made here: without Draco those of meshopt only.
const std::vector<packed_gltf_file>& packed_gltf_files();

/// The numbers of an accessor of floats that is tightly packed.
std::vector<float> floats_in(const gltf_builder& from, int accessor);

} // namespace jounce::test

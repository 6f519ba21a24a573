#pragma once

#include "support/gltf_builder.hpp"

#include <string>
#include <vector>

namespace jounce::test {

/// A file that the loader takes, made here; none of it comes from elsewhere.
struct gltf_file {
    std::string name; ///< with extension
    std::string bytes;
    std::string side_name = {}; ///< of a buffer beside it, if any
    std::string side_bytes = {};
};

/// One for each thing that the loader must do.
const std::vector<gltf_file>& good_gltf_files();
const gltf_file& good_gltf_file(const std::string& name);

/// A file that the loader must refuse, by which error, and what its message must say.
struct bad_gltf_file {
    std::string name;
    std::string bytes;
    std::string error;
    std::string says;
};
const std::vector<bad_gltf_file>& bad_gltf_files();

/// A tube of four rings of four vertices around a chain of three joints, with normals, one clip and a
/// skin: nodes 0 tube, 1 hip, 2 middle, 3 tip; accessors 0 positions, 1 normals, 2 indices, 3 joints,
/// 4 weights, 5 matrices; mesh 0, skin 0. The clip turns the middle: accessors 6 times, 7 rotations.
gltf_builder tube();
/// The same without the clip.
gltf_builder still_tube();

} // namespace jounce::test

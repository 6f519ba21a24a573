#pragma once

// A tube with bones made by hand: what a decomposition would find, exactly.

#include "modules/dev/replay/case_files.hpp"

#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/mesh_cache/cached_mesh.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace jounce_test {

/// What is to be made.
struct hand_made_options {
    jounce::decompose::bone_kind kind = jounce::decompose::bone_kind::flexible;
    std::size_t rank = 0;
    std::size_t takes = 1;
    std::size_t frames = 7; ///< of each take
};

/// A mesh and the bones that move it: its frames are what the bones do, in double.
struct hand_made {
    jounce::mesh_cache::cached_mesh mesh;
    jounce::decompose::decomposition found;
    double extent = 0; ///< diagonal of the box at rest

    explicit hand_made(const hand_made_options& options = {});

    /// The .glb of both; fails the test where that is refused.
    std::string glb() const;
};

/// Parses bytes as a model; fails the test if that is refused.
jounce::gltf::model read_again(const std::string& glb);

/// Where the vertices of a model's first mesh are when clip 0 shows a key: tracks evaluated at the key, bones
/// multiplied, linear skinning, all in double. An independent player: nothing of the pipeline is in it.
std::vector<jounce::vec3<double>> at_key(const jounce::gltf::model& model, std::size_t clip,
                                         std::size_t key);

/// The largest distance of two lists of places.
double farthest(const std::vector<jounce::vec3<double>>& a,
                std::span<const jounce::vec3<double>> b);

} // namespace jounce_test

#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::authoring {

/// A model with everything that moves it.
struct ready_character {
    gltf::model model = {}; ///< with the helper bones of its settings; for its meshes
    gltf::character_kind kind = {};
    std::string springs_from = {}; ///< for people: the file, the place in the model, or "suggested"
    std::size_t spring_count = 0;
    /// Of the model: what its settings say, else what its size makes likely. `spawn` places characters
    /// at this scale, and their springs, settings and colliders count on it.
    float metres_per_unit = 1;
    std::vector<std::string> warnings = {}; ///< what was repaired, left out or guessed
};

/// Reads a .gltf, .glb or .vrm file and makes it ready for `gltf::spawn`: clips, morph targets, helper
/// bones, constraints of VRM, and springs. Those come from the settings file if one is given, else from
/// the model (its extras, then VRM), else they are what `jounce suggest` would propose.
/// @param settings  may be empty
///
/// Error names: those of `gltf::read_model`, `read_spring_file`, `read_vrm`, of the builders of springs
/// and constraints, and of `make_kind`. Messages name the file.
result<ready_character> read_character(const std::filesystem::path& file,
                                       const std::filesystem::path& settings = {});

} // namespace jounce::authoring

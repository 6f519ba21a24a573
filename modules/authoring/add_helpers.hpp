#pragma once

#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::authoring {

/// Whether a bone is a helper that a bake has added to the file.
bool is_baked_helper(const gltf::model& of, std::int32_t bone);

/// Bones that were added to a model.
struct added_helpers {
    std::int32_t first_bone = 0; ///< they are the rig's last bones, and the last nodes
    std::int32_t count = 0;
    std::vector<std::uint8_t> changed; ///< [mesh of the model]; 1: its weights were changed
    std::vector<std::string> warnings;
};

/// Gives a model the helper bones of a settings file. Each takes weight from its parent: for a
/// vertex at the distance d from the helper's segment the share is `share s(1 - d / reach)`, where
/// s(t) = t^2 (3 - 2t) between 0 and 1. All helpers together take at most the whole weight. The
/// rest pose does not change. The file's metres are converted by the `metres_per_unit` of the
/// model's bones.
///
/// Error names: `unknown_bone`, `baked_already` (the file has the helper from a bake before),
/// `duplicate_name`, `too_many_joints`, and those of `rig_builder`.
result<added_helpers> add_helpers(gltf::model& to, const spring_file& settings);

} // namespace jounce::authoring

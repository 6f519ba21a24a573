#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jounce::binding {

/// Bones that were added to a document.
struct added_skeleton {
    std::vector<std::int32_t> nodes; ///< [bone] that vertices may be bound to
    std::vector<std::optional<vec3<double>>>
        tails;             ///< [bone], model space; as far as they are given
    std::size_t added = 0; ///< nodes in all
};

/// Adds the nodes of a skeleton to a document and to all of its scenes. From a .json they are bones without
/// rotation (`read_bones`). From a .gltf, .glb or .vrm they are the joints of its first skin, where it has none
/// those of `find_joints`, with the nodes above them, all as they are at rest.
///
/// Error names: `wrong_suffix`, those of `read_bones`, `gltf::read_model` and `find_joints`.
/// @param root  for `find_joints`
result<added_skeleton> add_skeleton(bake::glb_document& to, const std::filesystem::path& bones,
                                    const std::string& root);

} // namespace jounce::binding

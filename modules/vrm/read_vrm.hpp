#pragma once

#include <jounce/components/assets/rig.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/rig/constraint_builder.hpp>
#include <jounce/modules/rig/vrm_builder.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

/// Which version of VRM springs come from.
enum class vrm_version : std::uint8_t {
    none, ///< the file has no springs of VRM
    v0,   ///< VRM 0.x, secondaryAnimation
    v1,   ///< VRMC_springBone 1.0
};

/// The springs and constraints of a file, bones by their index in the rig.
struct vrm_springs {
    vrm_version version = vrm_version::none;
    vrm_description springs;
    std::vector<constraint_description> constraints;
    std::vector<std::string> warnings; ///< what was left out or replaced, and where
};

/// Reads VRMC_springBone 1.0 with VRMC_springBone_extended_collider and VRMC_springBone_limit
/// (draft), VRM 0.x secondaryAnimation, and VRMC_node_constraint from the JSON text of a glTF
/// document. A file with springs of both versions gives those of 1.0. `vrm_builder` and
/// `build_constraints` accept the result for this rig.
///
/// Files are untrusted: counts, indices and nesting are bounded. Errors name the file and the JSON
/// pointer; their names are those of the JSON reader (`bad_json`, `missing_member`, `wrong_type`,
/// `out_of_range`, ...), `unsupported_version`, `bad_collider`, `bad_limit`, `bad_constraint`,
/// `no_bone` (a node that the rig has no bone for), and those of the two builders.
/// @param name  stands for the file in messages
/// @param bone_of_node  [node of the document], or -1
template <class Real>
result<vrm_springs> read_vrm(std::string_view json, const std::filesystem::path& name,
                             const basic_rig<Real>& rig,
                             std::span<const std::int32_t> bone_of_node);

} // namespace jounce

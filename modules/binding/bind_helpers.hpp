#pragma once

#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::binding {

/// Asks for helper bones that are found, instead of a settings file that describes them.
inline constexpr const char* propose = "propose";

/// What was added.
struct bound_helpers {
    std::vector<std::string> names;
    std::vector<std::string> reasons; ///< of proposed ones, for people
    std::vector<std::string> warnings;
};

/// Gives the skins of a document helper bones, with weights, nodes and springs. The springs go into the
/// document's extras, so that readers of characters find them.
/// @param from        a settings file, or `propose`
/// @param influences  bones per vertex at most
/// Error names: those of `gltf::parse_model`, `read_spring_file`, `add_helpers`, `write_helpers` and
/// `glb_document`; `no_helpers` (the settings have none, or nothing is found).
result<bound_helpers> bind_helpers(bake::glb_document& document, const std::filesystem::path& file,
                                   const std::string& from, std::int32_t influences,
                                   double threshold);

} // namespace jounce::binding

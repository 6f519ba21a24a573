#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::authoring {

/// Clips with springs baked in have this in their extras; see docs/adr/0038.
inline constexpr const char* baked_key = "jounce_baked";

/// Says of a mark that the clip has no flesh, only zeros where other clips have it.
inline constexpr const char* flesh_room = "room";

/// Names of the clips of a glTF document's text that have springs or flesh baked in; those without a name by index.
std::vector<std::string> baked_clips(std::string_view json);

} // namespace jounce::authoring

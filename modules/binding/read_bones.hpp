#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::binding {

/// A bone of a file of bones.
struct listed_bone {
    std::string name;
    std::int32_t parent = -1; ///< index of another, or -1
    vec3<double> head;        ///< in the space and units of the model
    vec3<double> tail;        ///< may be where the head is
};

/// Reads a list of bones: `[{"name": "hip", "parent": null, "head": [0, 1, 0], "tail": [0, 1.2, 0]}]`. Parents may
/// come before or after their children. At most 4096.
///
/// Error names: those of `json::read_file` and of JSON documents (`missing_file`, `bad_json`,
/// `missing_member`, `wrong_type`, `out_of_range`, ...); `empty_rig`, `bad_bones` (a name that is empty or too long),
/// `duplicate_name`, `unknown_bone` (a parent that is not listed), `cycle`, `unknown_key`. Messages say file,
/// line, pointer, cause and remedy.
result<std::vector<listed_bone>> read_bones(const std::filesystem::path& file);
/// The same from memory. @param file  for messages
result<std::vector<listed_bone>> parse_bones(std::string_view text,
                                             const std::filesystem::path& file);

} // namespace jounce::binding

#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace jounce::editing {

/// What is to stand at a place of a new list: a part of the old one, perhaps changed, or something new.
struct list_slot {
    std::optional<std::size_t> old_part;
    std::size_t wanted = 0; ///< index into the new list
};

/// Matches the elements of two arrays: as many as possible stay as they are, of the others as many as
/// possible are changed in place. Old parts ascend.
std::vector<list_slot> align_lists(const nlohmann::ordered_json& held,
                                   const nlohmann::ordered_json& wanted);

} // namespace jounce::editing

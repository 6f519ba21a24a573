#pragma once

// Code shared by the readers and the writer of spring files.

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/spring_file/spring_file.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

inline constexpr std::array<std::string_view, 4> collider_shape_names = {"sphere", "capsule",
                                                                         "plane", "box"};
constexpr std::span<const std::string_view> names_of(collider_shape) {
    return collider_shape_names;
}

inline constexpr std::array<std::string_view, 3> tissue_tier_names = {"linear", "nonlinear",
                                                                      "newton"};
constexpr std::span<const std::string_view> names_of(tissue_tier) { return tissue_tier_names; }

/// A value of an enumeration by its name.
template <class Enum> Enum read_named(const json::value& from) {
    const std::span<const std::string_view> names = names_of(Enum{});
    const std::string text = from.text();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
        from.fail(errors::unknown_value, "is \"" + text + "\"; " + did_you_mean(text, names));
        return {};
    }
    return static_cast<Enum>(found - names.begin());
}

/// The name of a bone: not empty, and not longer than is plausible.
std::string read_bone_name(const json::value& from);

/// Refuses keys that are not `known`.
void allow_only(const json::value& object, std::span<const std::string_view> known);

std::vector<std::string_view> preset_names();

collider_entry read_collider(const json::value& from);
helper_entry read_helper(const json::value& from);

} // namespace jounce

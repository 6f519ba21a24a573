#pragma once

#include <jounce/modules/tuning/spring_tuning.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace jounce {

/// A pointer to a field. Its type decides how it is checked and written.
using field_place =
    std::variant<double spring_tuning::*, double limit_tuning::*, bool spring_tuning::*,
                 std::uint32_t spring_tuning::*, spring_transform spring_tuning::*,
                 limit_shape limit_tuning::*, quat<double> limit_tuning::*>;

/// A setting by name. The name is also that of files and of curves.
struct tuning_field {
    std::string_view name;
    field_place place;
    double least = 0; ///< of a number; of a quaternion's length
    double most = 0;

    /// Whether curves can multiply it.
    bool is_number() const { return place.index() < 2; }
};

/// Every field of `spring_tuning`, those of its limit too. The one list that checks, curves and files
/// work from: a field that is not here does not exist for them.
std::span<const tuning_field> tuning_fields();

/// Null if there is none of this name.
const tuning_field* find_field(std::string_view name);

/// @{
/// Names of the values, by their number.
inline constexpr std::array<std::string_view, 2> spring_transform_names = {"rotate_scale",
                                                                           "translate"};
inline constexpr std::array<std::string_view, 4> limit_shape_names = {"none", "cone", "hinge",
                                                                      "spherical"};
/// @}
/// @{
/// How files spell the values of this type, by their number.
constexpr std::span<const std::string_view> names_of(spring_transform) {
    return spring_transform_names;
}
constexpr std::span<const std::string_view> names_of(limit_shape) { return limit_shape_names; }
/// @}

namespace detail {
template <class Tuning, class Value>
auto& field_member(Tuning& tuning, Value spring_tuning::*place) {
    return tuning.*place;
}
template <class Tuning, class Value>
auto& field_member(Tuning& tuning, Value limit_tuning::*place) {
    return tuning.limit.*place;
}
} // namespace detail

/// Calls `use` with a reference to what the field holds in `tuning`, const if `tuning` is.
template <class Tuning, class Use>
decltype(auto) visit_field(const tuning_field& field, Tuning& tuning, Use&& use) {
    return std::visit(
        [&](auto place) -> decltype(auto) { return use(detail::field_member(tuning, place)); },
        field.place);
}

/// Sets the field in `to` as it is in `from`.
inline void copy_field(const tuning_field& field, const spring_tuning& from, spring_tuning& to) {
    std::visit(
        [&](auto place) { detail::field_member(to, place) = detail::field_member(from, place); },
        field.place);
}

} // namespace jounce

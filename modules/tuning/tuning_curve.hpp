#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tuning/spring_tuning.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

/// A point of a curve.
struct curve_key {
    double position = 0; ///< along the chain: 0 its first bone, 1 its last
    double factor = 1;

    friend bool operator==(const curve_key&, const curve_key&) = default;
};

/// Multiplies one number of the tuning along a chain: straight lines between keys, and the first and
/// the last factor beyond them.
struct tuning_curve {
    std::string field;           ///< a name of `tuning_fields` that is a number
    std::vector<curve_key> keys; ///< 1 to `max_curve_keys`, positions ascending

    friend bool operator==(const tuning_curve&, const tuning_curve&) = default;
};

inline constexpr std::size_t max_curve_keys = 16; ///< of one curve
inline constexpr double max_curve_factor = 1e6;   ///< that a key may have

/// Error names: `unknown_field`, `bad_curve`. `where` begins the message.
std::optional<error> check_curve(std::string_view where, const tuning_curve& curve);

/// @pre there is a key
double factor_at(std::span<const curve_key> keys, double position);

/// The tuning of a bone at `position` (clamped to 0..1). Products are clamped to the range that
/// `check_tuning` allows.
/// @pre `base` and the curves have passed their checks
spring_tuning at(const spring_tuning& base, std::span<const tuning_curve> curves, double position);

} // namespace jounce

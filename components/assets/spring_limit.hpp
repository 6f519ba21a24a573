#pragma once

#include <cstdint>

namespace jounce {

/// The region that a spring bone's direction may not leave.
enum class limit_shape : std::uint8_t {
    none,
    cone,      ///< a circle about the centre
    hinge,     ///< an arc in the plane perpendicular to the limit's X axis
    spherical, ///< pitch and yaw each within their own range
};

} // namespace jounce

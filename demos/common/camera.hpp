#pragma once

#include <jounce/components/base/math_types.hpp>

#include <cstdint>

namespace demo {

/// Looks at a point from around it. Angles in radians.
struct camera {
    jounce::vec3<float> target{0, 0.8F, 0};
    float yaw = 0;      ///< 0: from +z
    float pitch = 0.2F; ///< up
    float distance = 6;
    float field_of_view = 40; ///< degrees, top to bottom

    jounce::vec3<float> position() const;
    /// Where a pixel of a picture looks, of unit length. @param x, y  from the top left
    jounce::vec3<float> ray(float x, float y, std::uint32_t width, std::uint32_t height) const;
    /// Turns and moves nearer or further, within what is sensible.
    void orbit(float yaw_by, float pitch_by);
    void zoom(float factor);

    /// View and projection for the device that runs, column by column as bgfx wants them.
    void matrices(std::uint32_t width, std::uint32_t height, float* view, float* projection) const;
};

} // namespace demo

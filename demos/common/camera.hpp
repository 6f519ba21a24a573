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
    float nearest = 0.5F;     ///< of `distance`; a tenth of it is too near to be seen
    float furthest = 150;     ///< of `distance`; twice that is too far to be seen

    /// One that is there and looks at that point. @pre they are not one above the other
    static camera between(const jounce::vec3<float>& eye, const jounce::vec3<float>& at,
                          float field_of_view);
    /// One in front of a box that shows all of it from all sides.
    static camera around(const jounce::vec3<float>& low, const jounce::vec3<float>& high,
                         float width_by_height);

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

#include "camera.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <bgfx/bgfx.h>
#include <bx/math.h>

#include <algorithm>
#include <cmath>

namespace demo {

jounce::vec3<float> camera::position() const {
    const float level = distance * std::cos(pitch);
    return {target.x + level * std::sin(yaw), target.y + distance * std::sin(pitch),
            target.z + level * std::cos(yaw)};
}

jounce::vec3<float> camera::ray(float x, float y, std::uint32_t width, std::uint32_t height) const {
    const float tall = std::tan(0.5F * field_of_view * 3.14159265F / 180);
    const auto w = static_cast<float>(width), h = static_cast<float>(height);
    const float across = tall * (2 * x - w) / h;
    const float up = tall * (1 - 2 * y / h);
    const jounce::vec3<float> back = (1 / distance) * (position() - target);
    const jounce::vec3<float> side = {std::cos(yaw), 0, -std::sin(yaw)};
    const jounce::vec3<float> way = across * side + up * jounce::cross(back, side) - back;
    return (1 / jounce::length(way)) * way;
}

void camera::orbit(float yaw_by, float pitch_by) {
    yaw += yaw_by;
    pitch = std::clamp(pitch + pitch_by, -0.1F, 1.45F);
}

void camera::zoom(float factor) { distance = std::clamp(distance * factor, 0.5F, 150.0F); }

void camera::matrices(std::uint32_t width, std::uint32_t height, float* view,
                      float* projection) const {
    const jounce::vec3<float> eye = position();
    bx::mtxLookAt(view, {eye.x, eye.y, eye.z}, {target.x, target.y, target.z}, {0, 1, 0},
                  bx::Handedness::Right);
    bx::mtxProj(projection, field_of_view, static_cast<float>(width) / static_cast<float>(height),
                0.05F, 300.0F, bgfx::getCaps()->homogeneousDepth, bx::Handedness::Right);
}

} // namespace demo

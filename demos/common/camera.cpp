#include "camera.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <bgfx/bgfx.h>
#include <bx/math.h>

#include <algorithm>
#include <cmath>

namespace demo {

namespace {

constexpr float radians = 3.14159265F / 180;
/// The ground is all haze at twice this distance (shaders/fs_lit.sc), so nobody sees where it is cut off.
constexpr float in_haze = 60;

} // namespace

camera camera::between(const jounce::vec3<float>& eye, const jounce::vec3<float>& at,
                       float field_of_view) {
    camera out;
    const jounce::vec3<float> back = eye - at;
    out.target = at;
    out.distance = jounce::length(back);
    out.pitch = std::asin(std::clamp(back.y / out.distance, -1.0F, 1.0F));
    out.yaw = std::atan2(back.x, back.z);
    out.field_of_view = field_of_view;
    out.nearest = 0.2F * out.distance;
    out.furthest = std::max(50 * out.distance, in_haze);
    return out;
}

camera camera::around(const jounce::vec3<float>& low, const jounce::vec3<float>& high,
                      float width_by_height) {
    camera out;
    out.target = 0.5F * (low + high);
    // A cylinder about the box, upright: whoever goes round sees all of it.
    const jounce::vec3<float> half = 0.5F * (high - low);
    const float radius = std::hypot(half.x, half.z);
    const float slope = std::tan(0.5F * radians * out.field_of_view);
    const float fits = std::max(half.y, radius / width_by_height) / slope;
    out.distance = std::max(radius + 1.25F * fits, 1e-3F);
    out.pitch = 0.12F;
    out.nearest = 0.15F * out.distance;
    out.furthest = std::max(30 * out.distance, in_haze);
    return out;
}

jounce::vec3<float> camera::position() const {
    const float level = distance * std::cos(pitch);
    return {target.x + level * std::sin(yaw), target.y + distance * std::sin(pitch),
            target.z + level * std::cos(yaw)};
}

jounce::vec3<float> camera::ray(float x, float y, std::uint32_t width, std::uint32_t height) const {
    const float tall = std::tan(0.5F * field_of_view * radians);
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

void camera::zoom(float factor) { distance = std::clamp(distance * factor, nearest, furthest); }

void camera::matrices(std::uint32_t width, std::uint32_t height, float* view,
                      float* projection) const {
    const jounce::vec3<float> eye = position();
    bx::mtxLookAt(view, {eye.x, eye.y, eye.z}, {target.x, target.y, target.z}, {0, 1, 0},
                  bx::Handedness::Right);
    bx::mtxProj(projection, field_of_view, static_cast<float>(width) / static_cast<float>(height),
                0.1F * nearest, 2 * furthest, bgfx::getCaps()->homogeneousDepth,
                bx::Handedness::Right);
}

} // namespace demo

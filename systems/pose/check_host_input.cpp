#include <jounce/systems/pose/check_host_input.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/spring_control.hpp>

#include <cmath>

namespace jounce {
namespace {

constexpr double farthest_place = 1e12; ///< m from the origin

bool is_good_position(const vec3<double>& p) {
    return std::abs(p.x) + std::abs(p.y) + std::abs(p.z) <= farthest_place;
}
bool is_good_rotation(const quat<float>& q) {
    const float norm2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return norm2 > 1e-12F && norm2 < 1e30F;
}
bool is_good_scale(float scale) { return scale > 1e-6F && scale < 1e6F; }

/// Endless times and distances have a meaning: never.
bool is_number(float value) { return !std::isnan(value); }

bool is_vector(const vec3<double>& v, double most) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z) <= most;
}

} // namespace

bool is_usable(const placement& at) noexcept {
    return is_good_position(at.position) && is_good_rotation(at.rotation) &&
           is_good_scale(at.scale);
}

bool is_usable(const centre_space& centre) noexcept {
    return is_usable(centre.at) && is_number(centre.share);
}

bool is_usable(const spring_control& control) noexcept {
    const float sum = std::abs(control.weight) + std::abs(control.follow) + std::abs(control.wind);
    return sum < 1e30F && is_number(control.fade_seconds) && is_number(control.teleport_distance) &&
           is_number(control.teleport_speed) && is_number(control.teleport_angle);
}

bool is_usable(const clip_layer& layer) noexcept {
    const float sum = std::abs(layer.speed) + std::abs(layer.fade_rate);
    return std::isfinite(layer.time) && std::isfinite(sum) && is_number(layer.weight) &&
           is_number(layer.fade_to);
}

bool is_usable(std::span<const float> weights) noexcept {
    float sum = 0;
    for (const float weight : weights) {
        sum += std::abs(weight);
    }
    return sum < 1e30F;
}

bool is_usable(const collider& body) noexcept {
    const quat<float>& q = body.rotation;
    const float sum = std::abs(body.a.x) + std::abs(body.a.y) + std::abs(body.a.z) +
                      std::abs(body.b.x) + std::abs(body.b.y) + std::abs(body.b.z) +
                      std::abs(body.radius) + std::abs(body.radius_b) + std::abs(body.half.x) +
                      std::abs(body.half.y) + std::abs(body.half.z);
    const bool has_normal = body.shape != collider_shape::plane || length(body.b) > 1e-6F;
    const bool has_turn = body.shape != collider_shape::box || is_good_rotation(q);
    return sum <= longest_length && body.radius >= 0 && body.radius_b >= 0 && has_normal &&
           has_turn;
}

void note_faults(const placement& at, std::uint32_t lane_bit, host_faults& to) noexcept {
    to.note(host_field::placement_position, is_good_position(at.position) ? 0U : lane_bit);
    to.note(host_field::placement_rotation, is_good_rotation(at.rotation) ? 0U : lane_bit);
    to.note(host_field::placement_scale, is_good_scale(at.scale) ? 0U : lane_bit);
}

void note_faults(const spring_control& control, std::uint32_t lane_bit, host_faults& to) noexcept {
    const auto check = [&](host_field field, bool good) { to.note(field, good ? 0U : lane_bit); };
    check(host_field::control_weight, std::abs(control.weight) < 1e30F);
    check(host_field::control_follow, std::abs(control.follow) < 1e30F);
    check(host_field::control_wind, std::abs(control.wind) < 1e30F);
    check(host_field::control_fade, is_number(control.fade_seconds));
    check(host_field::control_teleport, is_number(control.teleport_distance) &&
                                            is_number(control.teleport_speed) &&
                                            is_number(control.teleport_angle));
}

void note_faults(const clip_layer& layer, std::uint32_t lane_bit, host_faults& to) noexcept {
    const auto check = [&](host_field field, bool good) { to.note(field, good ? 0U : lane_bit); };
    check(host_field::clip_time, std::isfinite(layer.time));
    check(host_field::clip_speed, std::isfinite(layer.speed));
    check(host_field::clip_weight, is_number(layer.weight));
    check(host_field::clip_fade, is_number(layer.fade_to) && std::isfinite(layer.fade_rate));
}

spring_control usable(const spring_control& control) noexcept {
    const spring_control usual;
    spring_control out = control;
    const auto mend = [](float& value, float instead, bool good) {
        value = good ? value : instead;
    };
    mend(out.weight, usual.weight, std::abs(out.weight) < 1e30F);
    mend(out.follow, usual.follow, std::abs(out.follow) < 1e30F);
    mend(out.wind, usual.wind, std::abs(out.wind) < 1e30F);
    mend(out.fade_seconds, usual.fade_seconds, is_number(out.fade_seconds));
    mend(out.teleport_distance, usual.teleport_distance, is_number(out.teleport_distance));
    mend(out.teleport_speed, usual.teleport_speed, is_number(out.teleport_speed));
    mend(out.teleport_angle, usual.teleport_angle, is_number(out.teleport_angle));
    return out;
}

bool has_usable_gravity(const world_forces& forces) noexcept {
    return is_vector(forces.gravity, 1e9);
}

bool has_usable_wind(const world_forces& forces) noexcept {
    return is_vector(forces.wind, 1e6) && !std::isnan(forces.turbulence) &&
           !std::isnan(forces.gust_length);
}

world_forces usable(const world_forces& forces) noexcept {
    world_forces out = forces;
    if (!has_usable_gravity(out)) {
        out.gravity = {};
    }
    if (!has_usable_wind(out)) {
        out.wind = {};
        out.turbulence = 0;
        out.gust_length = 1;
    }
    return out;
}

} // namespace jounce

#include "pusher.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/procedural/skin_weights.hpp>
#include <jounce/modules/render/appearance.hpp>

#include <algorithm>
#include <cmath>

namespace demo {

using namespace jounce;

namespace {

/// Of a round, seconds: how long it stays in, and the whole of it.
constexpr double held_until = 1.2, round = 2.7;
constexpr double slowest_out = 0.3; ///< seconds on its way out
constexpr double fastest = 2; ///< m/s: a pointer that jumps must not throw it through the flesh
constexpr double pause = 2;   ///< seconds that it stays where it was let go

/// How far it is in, metres.
double way_in(const pusher_path& path, double time) {
    const double t = time - round * std::floor(time / round);
    const double out = std::min(path.in_by, slowest_out);
    const double share = t < held_until ? procedural::smooth_step(t / path.in_by)
                                        : 1 - procedural::smooth_step((t - held_until) / out);
    return share * (path.gap + path.depth) - path.gap;
}

/// From the shape's own axes: its front looks along -z, and stays upright.
quat<float> turn_of(const vec3<double>& inwards) {
    const quat<double> yaw = axis_angle<double>({0, 1, 0}, std::atan2(-inwards.x, -inwards.z));
    const quat<double> pitch =
        axis_angle<double>({1, 0, 0}, std::asin(std::clamp(inwards.y, -1.0, 1.0)));
    return cast<float>(yaw * pitch);
}

} // namespace

pusher::pusher(entt::registry& registry, const pusher_shape& shape, const pusher_path& path)
    : shape_(&shape), path_(path), turn_(turn_of(path.inwards)),
      who_(procedural::spawn(registry, shape.model)) {
    for (const collider& each : shape.solids) {
        const entt::entity solid = registry.create();
        registry.emplace<world_collider>(solid).body = each;
        solids_.push_back(solid);
    }
    if (shape.is_drawn) {
        render::appearance look;
        look.meshes = {shape.mesh};
        registry.emplace<render::appearance>(who_, look);
    }
    put(registry, path_.touch - path_.gap * path_.inwards);
}

void pusher::leave(entt::registry& registry) {
    registry.destroy(solids_.begin(), solids_.end());
    solids_.clear();
}

void pusher::put(entt::registry& registry, const vec3<double>& at) const {
    placement& where = registry.get<placement>(who_);
    where.position = at;
    where.rotation = turn_;
    for (const entt::entity solid : solids_) {
        registry.get<world_collider>(solid).at = where;
    }
}

void pusher::animate(entt::registry& registry, double time) {
    const double seconds = std::max(time - time_, 0.0);
    time_ = time;
    if (!is_held_ && free_at_ == 0) {
        put(registry, path_.touch + way_in(path_, time) * path_.inwards);
        return;
    }
    if (is_held_) {
        free_at_ = time + pause;
    }
    const vec3<double> away = path_.touch - path_.gap * path_.inwards;
    const vec3<double> at = registry.get<const placement>(who_).position;
    const vec3<double> way = (is_held_ || time <= free_at_ ? hand_ : away) - at;
    const double far = length(way);
    put(registry, at + (far > 0 ? std::min(1.0, fastest * seconds / far) : 0.0) * way);
    // Back where its round begins, it pushes again.
    if (time > free_at_ && far < 1e-6 && way_in(path_, time) <= -path_.gap) {
        free_at_ = 0;
    }
}

bool pusher::drag(const entt::registry& registry, const vec3<float>& eye,
                  const vec3<float>& direction, bool is_pressed, bool was_pressed) {
    if (!is_pressed) {
        is_held_ = false;
        return false;
    }
    const vec3<double> from = cast<double>(eye), along = cast<double>(direction);
    const vec3<double> to_middle = cast<double>(rotate(turn_, shape_->middle));
    if (!is_held_ && !was_pressed) {
        const vec3<double> to = registry.get<const placement>(who_).position + to_middle - from;
        const double forward = dot(to, along);
        const double beside = length(to - forward * along);
        is_held_ = forward > 0 && beside < shape_->grip;
        away_ = forward;
    }
    if (is_held_) {
        hand_ = from + away_ * along - to_middle;
    }
    return is_held_;
}

} // namespace demo

#include "poking_ball.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/world_collider.hpp>
#include <jounce/modules/procedural/colours.hpp>
#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>
#include <jounce/modules/render/appearance.hpp>

#include <algorithm>
#include <cmath>

namespace demo {

using namespace jounce;

namespace {

/// A round: in, held, out, away. Seconds at which each part ends.
constexpr double in_by = 0.45, held_until = 1.2, out_by = 1.5, round = 2.7;
constexpr double gap = 0.3;   ///< between both while it is away, metres
constexpr double depth = 0.1; ///< that it goes in, metres
constexpr double fastest = 2; ///< m/s: a pointer that jumps must not throw it through the flesh
constexpr double pause = 2;   ///< seconds that it stays where it was let go

/// How far it is in, metres.
double way_in(double time) {
    const double t = time - round * std::floor(time / round);
    const double share =
        t < held_until ? procedural::smooth_step(t / in_by)
                       : 1 - procedural::smooth_step((t - held_until) / (out_by - held_until));
    return share * (gap + depth) - gap;
}

procedural::model make_model() {
    procedural::model_builder body("ball");
    const std::int32_t bone = body.bone("ball", -1, {0, 0, 0}, {0, 0.1, 0});
    constexpr auto wide = static_cast<double>(poking_ball::radius);
    procedural::ellipsoid shape;
    shape.radii = {wide, wide, wide};
    shape.rings = 20;
    shape.sides = 32;
    shape.by = procedural::to_bone(bone);
    shape.painted = procedural::upwards(procedural::colours::teal, procedural::colours::foam,
                                        -0.4 * wide, 0.6 * wide);
    procedural::surface_builder to;
    procedural::add_ellipsoid(to, shape);
    return body.finish(wide, to.finish());
}

} // namespace

result<poking_ball> poking_ball::make(render::skin_renderer* renderer) {
    poking_ball out;
    out.model_ = make_model();
    out.is_drawn_ = renderer != nullptr;
    if (renderer != nullptr) {
        const procedural::surface& shape = *out.model_.shape;
        const result<render::mesh_id> mesh = renderer->add_mesh(
            out.model_.kind->bind, shape.vertices, shape.triangles, shape.colours);
        if (!mesh) {
            return mesh.error();
        }
        out.mesh_ = *mesh;
    }
    return out;
}

entt::entity poking_ball::add(entt::registry& registry, const vec3<double>& touch,
                              const vec3<double>& inwards) {
    who_ = procedural::spawn(registry, model_);
    touch_ = touch;
    inwards_ = inwards;
    is_held_ = false;
    time_ = 0;
    free_at_ = 0;
    world_collider solid;
    solid.body.radius = radius;
    registry.emplace<world_collider>(who_, solid);
    if (is_drawn_) {
        render::appearance look;
        look.meshes = {mesh_};
        registry.emplace<render::appearance>(who_, look);
    }
    const vec3<double> start = touch_ - (gap + static_cast<double>(radius)) * inwards_;
    registry.get<placement>(who_).position = start;
    registry.get<world_collider>(who_).at.position = start;
    return who_;
}

void poking_ball::animate(entt::registry& registry, double time) {
    if (who_ == entt::null) {
        return;
    }
    const double seconds = std::max(time - time_, 0.0);
    time_ = time;
    vec3<double> wanted = hand_;
    if (is_held_) {
        free_at_ = time + pause;
    } else if (free_at_ == 0) {
        wanted = touch_ + (way_in(time) - static_cast<double>(radius)) * inwards_;
    } else if (time > free_at_) {
        wanted = touch_ - (gap + static_cast<double>(radius)) * inwards_;
    }
    vec3<double>& at = registry.get<placement>(who_).position;
    const vec3<double> way = wanted - at;
    const double far = length(way);
    at = at + (far > 0 ? std::min(1.0, fastest * seconds / far) : 0.0) * way;
    registry.get<world_collider>(who_).at.position = at;
    // Back where its round begins, it pokes again.
    if (!is_held_ && time > free_at_ && free_at_ > 0 && far < 1e-6 && way_in(time) <= -gap) {
        free_at_ = 0;
    }
}

bool poking_ball::drag(const entt::registry& registry, const vec3<float>& eye,
                       const vec3<float>& direction, bool is_pressed, bool was_pressed) {
    if (who_ == entt::null || !is_pressed) {
        is_held_ = false;
        return false;
    }
    const vec3<double> from = cast<double>(eye), along = cast<double>(direction);
    if (!is_held_ && !was_pressed) {
        const vec3<double> to = registry.get<const placement>(who_).position - from;
        const double forward = dot(to, along);
        const double beside = length(to - forward * along);
        is_held_ = forward > 0 && beside < 1.2 * static_cast<double>(radius);
        away_ = forward;
    }
    if (is_held_) {
        hand_ = from + away_ * along;
    }
    return is_held_;
}

} // namespace demo

#include "flesh_stage.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/detail_control.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/host/tissue_control.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/procedural/motion.hpp>
#include <jounce/modules/render/appearance.hpp>

#include <cmath>
#include <cstdio>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

constexpr double walk_seconds = 1.1; ///< of a round of the clip
/// @{ Of the model at rest, metres: the middle of the belly's front, and of a cheek.
constexpr vec3<double> belly = {0, 1.09, 0.385};
constexpr vec3<double> cheek = {0.147, 1.635, 0.101};
/// @}
/// Turned so far, a figure is seen from the side, and what pushes it does not hide the dent.
constexpr float aside = 1.25F;

/// Of a figure that stands somewhere, turned about the vertical.
pusher_path path_to(const vec3<double>& place, float facing, const vec3<double>& touch,
                    const vec3<double>& inwards) {
    const quat<double> turn = axis_angle<double>({0, 1, 0}, static_cast<double>(facing));
    pusher_path out;
    out.touch = place + rotate(turn, touch);
    out.inwards = rotate(turn, (1 / length(inwards)) * inwards);
    return out;
}

} // namespace

flesh_stage::flesh_stage(flesh_models models, pusher_shape ball, pusher_shape hand, bool is_drawn)
    : models_(std::move(models)), ball_(std::move(ball)), hand_(std::move(hand)),
      is_drawn_(is_drawn) {}

result<std::unique_ptr<flesh_stage>> flesh_stage::make(render::skin_renderer* renderer) {
    result<flesh_models> models = read_flesh_models(renderer);
    if (!models) {
        return models.error();
    }
    result<pusher_shape> ball = make_ball(renderer);
    if (!ball) {
        return ball.error();
    }
    result<pusher_shape> hand = make_hand(renderer);
    if (!hand) {
        return hand.error();
    }
    return std::unique_ptr<flesh_stage>(new flesh_stage(*std::move(models), *std::move(ball),
                                                        *std::move(hand), renderer != nullptr));
}

flesh_stage::player flesh_stage::add(entt::registry& registry, const flesh_models::figure& as,
                                     const vec3<double>& at, float facing, const char* clip,
                                     float start, std::string label) {
    player out;
    out.who = gltf::spawn(registry, as.kind);
    out.foot = cast<float>(at);
    out.label = std::move(label);
    placement& where = registry.get<placement>(out.who);
    where.position = at;
    where.rotation = axis_angle<float>({0, 1, 0}, facing);
    registry.emplace<spring_control>(out.who);
    registry.emplace<detail_control>(out.who);
    if (as.kind.kind->tissue != nullptr) {
        registry.emplace<tissue_control>(out.who);
        out.tier = tissue_tier::nonlinear;
        out.flesh = as.baked;
    }
    if (is_drawn_) {
        render::appearance look;
        look.meshes = {as.mesh};
        registry.emplace<render::appearance>(out.who, look);
    }
    play(registry, out.who, clip, {.start = start});
    return out;
}

std::vector<flesh_stage::player> flesh_stage::line_up(entt::registry& registry) {
    constexpr double spacing = 1.5;
    std::vector<player> out;
    const auto walker = [&](const flesh_models::figure& as, const char* label) {
        const double x = (static_cast<double>(out.size()) - 1.6) * spacing;
        out.push_back(add(registry, as, {x, 0, 0}, 0, "walk", 0, label));
    };
    walker(models_.rigid, "rigid skinning");
    out.back().always_rigid = true;
    walker(models_.helped, "helper bones on springs");
    walker(models_.fleshed, "flesh");

    const vec3<double> place = {1.5 * spacing, 0, 0};
    out.push_back(
        add(registry, models_.fleshed, place, aside, "stand", 0, "flesh, poked (drag the ball)"));
    out.back().tier = tissue_tier::newton;
    out.push_back(push(registry, ball_, path_to(place, aside, belly, {0, 0, -1})));
    return out;
}

std::vector<flesh_stage::player> flesh_stage::touched(entt::registry& registry) {
    std::vector<player> out;
    const auto standing = [&](const flesh_models::figure& as, const vec3<double>& place,
                              float facing, tissue_tier tier, const char* label) {
        out.push_back(add(registry, as, place, facing, "stand", 0, label));
        out.back().tier = tier;
    };
    const vec3<double> near = {-0.55, 0, 0.9}; // the camera, which looks at the face
    standing(models_.face, near, 0.3F, tissue_tier::newton, "a hand presses a cheek");
    out.back().foot.y = 0.45F; // its feet are out of the picture
    pusher_path press = path_to(near, 0.3F, cheek, {-1, 0, -0.45});
    press.depth = 0.04;
    press.gap = 0.15;
    out.push_back(push(registry, hand_, press));

    const auto shoved = [&](const flesh_models::figure& as, double x, tissue_tier tier,
                            const char* label) {
        const vec3<double> place = {x, 0, 0};
        standing(as, place, aside, tier, label);
        pusher_path shove = path_to(place, aside, belly, {0, 0, -1});
        shove.depth = 0.13;
        shove.in_by = 0.25;
        out.push_back(push(registry, ball_, shove));
    };
    shoved(models_.fleshed, 0.35, tissue_tier::newton, "shoved: flesh gives way");
    shoved(models_.felt, 1.65, tissue_tier::two_way, "shoved: bones feel it too");
    return out;
}

flesh_stage::player flesh_stage::push(entt::registry& registry, const pusher_shape& with,
                                      const pusher_path& path) {
    player out;
    out.who = pushers_.emplace_back(registry, with, path).who();
    return out;
}

void flesh_stage::clear(entt::registry& registry) {
    for (pusher& each : pushers_) {
        each.leave(registry);
    }
    pushers_.clear();
}

void flesh_stage::animate(entt::registry& registry, double time) {
    for (pusher& each : pushers_) {
        each.animate(registry, time);
    }
}

bool flesh_stage::drag(const entt::registry& registry, const vec3<float>& eye,
                       const vec3<float>& direction, bool is_pressed, bool was_pressed) {
    bool is_taken = false;
    for (pusher& each : pushers_) {
        is_taken |= each.drag(registry, eye, direction, is_pressed && !is_taken, was_pressed);
    }
    return is_taken;
}

std::vector<flesh_stage::player> flesh_stage::crowd(entt::registry& registry, std::int64_t count) {
    constexpr double spacing = 1.7;
    const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    std::vector<player> out;
    for (std::int64_t i = 0; i < count; ++i) {
        const double x =
            (static_cast<double>(i % side) - static_cast<double>(side - 1) / 2) * spacing;
        const double z = -static_cast<double>(i / side) * spacing + 2;
        const double phase = procedural::crowd_phase(static_cast<std::size_t>(i));
        out.push_back(add(registry, models_.fleshed, {x, 0, z},
                          static_cast<float>(0.6 * (phase - 0.5)), "walk",
                          static_cast<float>(walk_seconds * phase), ""));
        out.back().tier = tissue_tier::linear;
    }
    return out;
}

std::string flesh_stage::summary() const {
    const tissue_set& flesh = *models_.fleshed.kind.kind->tissue;
    char text[160];
    std::snprintf(text, sizeof text,
                  "  heavy: flesh of %d handles, %zu points, %d modes, %zu probes\n",
                  flesh.handle_count, flesh.volumes.size(), flesh.mode_count, flesh.probes.size());
    return text;
}

} // namespace demo

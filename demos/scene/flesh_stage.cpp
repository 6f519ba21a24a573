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
/// Of the model at rest, metres: the middle of the belly's front.
constexpr vec3<double> belly = {0, 1.09, 0.385};

} // namespace

flesh_stage::flesh_stage(flesh_models models, poking_ball ball, bool is_drawn)
    : models_(std::move(models)), ball_(std::move(ball)), is_drawn_(is_drawn) {}

result<std::unique_ptr<flesh_stage>> flesh_stage::make(render::skin_renderer* renderer) {
    result<flesh_models> models = read_flesh_models(renderer);
    if (!models) {
        return models.error();
    }
    result<poking_ball> ball = poking_ball::make(renderer);
    if (!ball) {
        return ball.error();
    }
    return std::unique_ptr<flesh_stage>(
        new flesh_stage(*std::move(models), *std::move(ball), renderer != nullptr));
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

    // Seen from the side, so that the ball does not hide its dent.
    constexpr float turned = 1.25F;
    const vec3<double> place = {1.5 * spacing, 0, 0};
    out.push_back(
        add(registry, models_.fleshed, place, turned, "stand", 0, "flesh, poked (drag the ball)"));
    out.back().tier = tissue_tier::newton;
    const quat<double> turn = axis_angle<double>({0, 1, 0}, static_cast<double>(turned));
    player poker;
    poker.who =
        ball_.add(registry, place + rotate(turn, belly), rotate(turn, vec3<double>{0, 0, -1}));
    out.push_back(std::move(poker));
    return out;
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

#include <jounce/modules/procedural/model_builder.hpp>

#include <cmath>
#include <numbers>
#include <string>

namespace jounce::procedural {

model belly(solver_kind solver) {
    constexpr std::int32_t helpers = 8;
    constexpr double radius = 0.25;

    model_builder body("belly");
    body.solver(solver, 1000);
    const std::int32_t hips = body.bone("hips", -1, {0, 0.9, 0}, {0, 1.0, 0});
    const std::int32_t spine = body.bone("spine", hips, {0, 1.0, 0}, {0, 1.3, 0});
    body.bone("chest", spine, {0, 1.3, 0}, {0, 1.6, 0});
    body.bob(hips, {0, 0.05, 0}, 2.0);
    body.sway(hips, {0, 1, 0}, 0.12, 1.0);
    body.shake(spine, {0, 0, 1}, 0.08, 3.0);
    for (std::int32_t h = 0; h < helpers; ++h) {
        const double heading = h * 2 * std::numbers::pi / helpers;
        body.point_spring("helper_" + std::to_string(h), spine,
                          {radius * std::cos(heading), 1.15, radius * std::sin(heading)}, "belly");
    }
    body.bone("paunch", spine, {0, 1.12, 0.1}, {0, 1.08, 0.3});
    body.spring("paunch", tuning_of_preset("belly"));
    return body.finish(radius);
}

} // namespace jounce::procedural

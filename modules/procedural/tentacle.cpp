#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <string>

namespace jounce::procedural {
namespace {

double thickness(double share) { return 0.022 + 0.118 * std::pow(1 - share, 1.2); }

surface tentacle_shape(const bone_chain& arm) {
    const paint shaded = upwards(colours::plum, colours::coral, 0.1, arm.length());
    surface_builder to;
    tube skin;
    skin.section = [](double share) {
        const double foot = 0.10 * std::exp(-share / 0.045); // it grows out of the ground
        return tube_section{thickness(share) + foot, thickness(share) + foot};
    };
    skin.rings = 64;
    skin.sides = 24;
    skin.start_cap = 0.01;
    skin.painted = shaded;
    add_tube(to, arm, skin);

    constexpr int suckers = 13;
    for (int s = 0; s < suckers; ++s) {
        const double share = 0.16 + 0.78 * s / (suckers - 1);
        const double radius = thickness(share);
        for (const double side : {-1.0, 1.0}) {
            const double off = 0.42 * side; // radians from the front
            const vec3<double> middle = arm.point(share * arm.length());
            const vec3<double> outward = {std::sin(off), 0, std::cos(off)};
            skin_weights by = arm.weights(share * arm.length());
            ellipsoid cup;
            cup.centre = middle + radius * outward;
            cup.radii = {0.3 * radius, 0.14 * radius, 0.3 * radius};
            cup.turn = axis_angle<double>({std::cos(off), 0, -std::sin(off)}, 1.5707963267948966);
            cup.rings = 6;
            cup.sides = 10;
            cup.by = [by](const vec3<double>&) { return by; };
            cup.painted = plain(colours::cream);
            add_ellipsoid(to, cup);
        }
    }
    return to.finish();
}

} // namespace

model tentacle(solver_id solver) {
    constexpr double foot_height = 0.12;
    constexpr double bone_length = 0.19;
    constexpr std::int32_t muscles = 4; // animated bones at the root
    constexpr std::int32_t links = 4;   // springs at the tip

    model_builder body("tentacle");
    body.solver(solver, 400);
    std::int32_t last = body.bone("foot", -1, {0, 0, 0}, {0, foot_height, 0});
    for (std::int32_t i = 0; i < muscles; ++i) {
        const double from = foot_height + i * bone_length;
        last = body.bone("muscle_" + std::to_string(i), last, {0, from, 0},
                         {0, from + bone_length, 0});
        body.sway(last, {0.8, 0, 0.6}, 0.2, 0.5 + 0.15 * i);
    }
    body.spring_chain("tip", last, {0, foot_height + muscles * bone_length, 0}, {0, bone_length, 0},
                      links, "tail");
    return body.finish(links * bone_length, tentacle_shape(body.chain(0, 1 + muscles + links)));
}

} // namespace jounce::procedural

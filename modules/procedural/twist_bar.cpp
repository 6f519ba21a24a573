#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <cmath>
#include <numbers>

namespace jounce::procedural {
namespace {

constexpr double plinth_height = 0.10;
constexpr double bone_length = 0.65;

/// Stripes along the bar, so that a twist is seen.
colour stripes(const vec3<double>& at) {
    const double turn = std::atan2(at.x, at.z) / (2 * std::numbers::pi) + 1;
    const int stripe = static_cast<int>(std::floor(8 * turn + 0.5)) % 8;
    return stripe % 2 == 0 ? colours::teal : colours::cream;
}

} // namespace

model twist_bar(solver_id solver) {
    model_builder body("twist_bar");
    body.solver(solver, 300);
    constexpr double middle = plinth_height + bone_length;
    const std::int32_t lower = body.bone("lower", -1, {0, plinth_height, 0}, {0, middle, 0});
    const std::int32_t upper =
        body.bone("upper", lower, {0, middle, 0}, {0, middle + bone_length, 0});
    body.sway(upper, {0, 1, 0}, 170 * std::numbers::pi / 180, 0.2);

    surface_builder to;
    tube bar;
    bar.section = [](double) { return tube_section{0.13, 0.13}; };
    bar.rings = 72;
    bar.sides = 32;
    bar.start_cap = 0.3;
    bar.end_cap = 0.3;
    bar.roundness = 0.6;
    bar.painted = stripes;
    add_tube(to, body.chain(lower, 2), bar);
    rounded_box plinth;
    plinth.centre = {0, 0.5 * plinth_height, 0};
    plinth.half = {0.27, 0.5 * plinth_height, 0.27};
    plinth.bevel = 0.02;
    plinth.face_steps = 4;
    plinth.by = to_bone(lower);
    plinth.painted = plain(colours::slate);
    add_box(to, plinth);
    return body.finish(2 * bone_length, to.finish());
}

} // namespace jounce::procedural

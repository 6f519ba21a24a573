#include <jounce/modules/procedural/figure.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <string>

namespace jounce::procedural {
namespace {

void add_short_hair(surface_builder& to, std::int32_t head) {
    ellipsoid hair;
    hair.centre = head_centre + vec3<double>{0, 0.022, -0.014};
    hair.radii = {0.121, 0.122, 0.122};
    hair.turn = axis_angle<double>({1, 0, 0}, -0.5);
    hair.rings = 12;
    hair.sides = 20;
    hair.by = to_bone(head);
    hair.painted = plain(colours::chestnut);
    hair.warp = free_face;
    add_ellipsoid(to, hair);
}

/// A cowl over the shoulders, held by two clasps, from which the cloth hangs.
void add_cowl(surface_builder& to, std::int32_t shoulders) {
    ellipsoid cowl;
    cowl.centre = {0, shoulder_height + 0.012, -0.025};
    cowl.radii = {0.222, 0.062, 0.142};
    cowl.rings = 10;
    cowl.sides = 28;
    cowl.by = to_bone(shoulders);
    cowl.painted = plain(colours::wine);
    cowl.warp = [](const vec3<double>& p) { // hangs down at its border
        const double out = (p.x * p.x) / 0.05 + (p.z * p.z) / 0.02;
        return vec3<double>{p.x, p.y - 0.03 * out, p.z};
    };
    add_ellipsoid(to, cowl);
    for (const double side : {-1.0, 1.0}) {
        ellipsoid clasp;
        clasp.centre = {0.055 * side, shoulder_height - 0.005, 0.112};
        clasp.radii = {0.02, 0.02, 0.012};
        clasp.rings = 8;
        clasp.sides = 12;
        clasp.by = to_bone(shoulders);
        clasp.painted = plain(colours::yolk);
        add_ellipsoid(to, clasp);
    }
}

} // namespace

model cape(solver_id solver) {
    constexpr std::int32_t strands = 5;
    constexpr std::int32_t links = 4;
    constexpr double link_length = 0.22;
    constexpr double half_width = 0.20;

    model_builder body("cape");
    body.solver(solver, 250);
    const figure wearer = add_figure(body);
    body.bob(wearer.hips, {0, 0, 0.06}, 1.8);
    body.sway(wearer.hips, {0, 1, 0}, 0.05, 0.9);
    body.sway(wearer.spine, {1, 0, 0}, 0.10, 0.55);
    body.sway(wearer.shoulders, {1, 0, 0}, 0.06, 0.9);
    for (int i = 0; i < 2; ++i) { // little, so that the arms stay in front of the cloth
        body.sway(wearer.arms[i], {1, 0, 0}, i == 0 ? 0.12 : -0.12, 0.9);
    }

    sheet cloth;
    const std::int32_t first = body.line(wearer.arms[1]).bone + 1;
    for (std::int32_t s = 0; s < strands; ++s) {
        // Around the back, and wider below.
        const double side = 2.0 * s / (strands - 1) - 1.0;
        const vec3<double> top = {half_width * side, shoulder_height - 0.015,
                                  -0.160 + 0.065 * side * side};
        const vec3<double> way = {0.13 * side, -1, -0.12};
        const vec3<double> step = (link_length / length(way)) * way;
        spring_tuning woven = tuning_of_preset("cloth");
        woven.frequency = 1.1;
        woven.damping_ratio = 0.3;
        woven.radius = 0.02;
        woven.collide_segment = true;
        const tuning_curve stiffer_hem = {"frequency", {{0, 1.3}, {1, 1}}};
        body.spring_chain("strand_" + std::to_string(s), wearer.shoulders, top, step, links, woven,
                          {&stiffer_hem, 1});
        cloth.strands.push_back(body.chain(first + s * links, links, wearer.shoulders));
    }

    surface_builder to;
    figure_colours worn;
    worn.shirt = colours::denim;
    add_figure_shape(to, body, wearer, worn);
    add_short_hair(to, wearer.head);
    add_cowl(to, wearer.shoulders);
    cloth.rows = 25;
    cloth.columns_between = 5;
    cloth.front = upwards(colours::wine_dark, colours::wine, 0.5, 1.2);
    cloth.back = plain(colours::yolk);
    add_sheet(to, cloth);
    return body.finish(links * link_length, to.finish());
}

} // namespace jounce::procedural

#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

constexpr std::int32_t helpers = 8;
constexpr double radius = 0.25;
constexpr double girth_height = 0.80;

struct plump_body {
    std::int32_t ground = 0, hips = 0, spine = 0, chest = 0;
    std::int32_t first_helper = 0;
    std::int32_t paunch = 0;
};

/// How the torso moves: bones below, helpers and paunch by distance.
binding flesh(const model_builder& body, const plump_body& of) {
    const bone_chain trunk({body.line(of.hips), body.line(of.spine), body.line(of.chest)});
    const double foot = body.line(of.hips).head.y;
    std::vector<soft_reach> soft;
    for (std::int32_t h = 0; h < helpers; ++h) {
        soft.push_back({body.line(of.first_helper + h), 0.24, 0.75});
    }
    soft.push_back({body.line(of.paunch), 0.26, 0.9});
    return softened([trunk, foot](const vec3<double>& at) { return trunk.weights(at.y - foot); },
                    soft);
}

void add_trunk(surface_builder& to, const binding& soft) {
    loft torso;
    torso.sides = 36;
    torso.by = soft;
    torso.painted = [](const vec3<double>& at) {
        const bool belt = at.y < 0.60;
        return belt ? colours::denim : mix(colours::foam, colours::teal, (at.y - 0.6) / 0.7);
    };
    // Height, half width, half depth, how far forward.
    const double shape[][4] = {{0.465, 0, 0, 0},
                               {0.468, 0.09, 0.08, 0},
                               {0.485, 0.17, 0.15, 0},
                               {0.52, 0.215, 0.19, 0.01},
                               {0.56, 0.24, 0.22, 0.025},
                               {0.62, 0.268, 0.25, 0.05},
                               {0.68, 0.286, 0.27, 0.066},
                               {0.74, 0.296, 0.28, 0.072},
                               {0.80, 0.298, 0.278, 0.071},
                               {0.86, 0.291, 0.265, 0.064},
                               {0.92, 0.277, 0.244, 0.050},
                               {0.98, 0.260, 0.218, 0.033},
                               {1.04, 0.245, 0.190, 0.017},
                               {1.10, 0.233, 0.167, 0.006},
                               {1.15, 0.215, 0.147, 0},
                               {1.19, 0.178, 0.122, 0},
                               {1.22, 0.12, 0.09, 0},
                               {1.235, 0.06, 0.05, 0},
                               {1.238, 0, 0, 0}};
    for (const auto& [height, across, deep, forward] : shape) {
        torso.rings.push_back({{0, height, forward}, {across, 0, 0}, {0, 0, -deep}});
    }
    add_loft(to, torso);

    ellipsoid button;
    button.radii = {0.016, 0.016, 0.008};
    button.rings = 6;
    button.sides = 8;
    button.painted = plain(colours::cream);
    for (const vec3<double>& at :
         {vec3<double>{0, 0.68, 0.337}, {0, 0.80, 0.350}, {0, 0.92, 0.296}}) {
        button.centre = at;
        button.by = as_at(soft, at);
        add_ellipsoid(to, button);
    }
}

void add_limbs(surface_builder& to, const plump_body& of) {
    for (const double side : {-1.0, 1.0}) {
        tube leg; // stretches between the ground and the hips, which bob
        leg.section = shaped({{0.085, 0.085}, {0.095, 0.095}, {0.12, 0.125}});
        leg.rings = 10;
        leg.start_cap = 0.5;
        leg.painted = plain(colours::denim);
        leg.by = by_height(of.ground, of.hips, 0.1, 0.5);
        add_tube(to, bone_chain({{of.hips, {0.12 * side, 0.08, 0}, {0.115 * side, 0.52, 0}}}), leg);
        rounded_box shoe;
        shoe.centre = {0.125 * side, 0.05, 0.04};
        shoe.half = {0.085, 0.05, 0.14};
        shoe.bevel = 0.045;
        shoe.bevel_steps = 3;
        shoe.face_steps = 1;
        shoe.by = to_bone(of.ground);
        shoe.painted = plain(colours::earth);
        add_box(to, shoe);

        const vec3<double> top = {0.225 * side, 1.13, 0};
        const vec3<double> hand = {0.375 * side, 0.82, 0.07};
        tube arm;
        arm.section = shaped({{0.072, 0.072}, {0.066, 0.066}, {0.055, 0.055}});
        arm.side = {0, 0, 1};
        arm.rings = 10;
        arm.painted = [](const vec3<double>& at) {
            return at.y < 0.85 ? colours::skin : colours::teal;
        };
        arm.by = to_bone(of.chest);
        add_tube(to, bone_chain({{of.chest, top, hand}}), arm);
        ellipsoid palm;
        palm.centre = hand + vec3<double>{0.02 * side, -0.045, 0.01};
        palm.radii = {0.05, 0.062, 0.055};
        palm.rings = 8;
        palm.sides = 12;
        palm.by = to_bone(of.chest);
        palm.painted = plain(colours::skin);
        add_ellipsoid(to, palm);
    }
}

void add_face(surface_builder& to, std::int32_t chest) {
    const vec3<double> middle = {0, 1.385, 0.01};
    ellipsoid part;
    part.by = to_bone(chest);
    const auto add = [&](const vec3<double>& off, const vec3<double>& radii, colour painted,
                         int rings, int sides) {
        part.centre = middle + off;
        part.radii = radii;
        part.painted = plain(painted);
        part.rings = rings;
        part.sides = sides;
        add_ellipsoid(to, part);
    };
    add({0, 0, 0}, {0.148, 0.150, 0.142}, colours::skin, 14, 20);
    add({0, -0.085, -0.005}, {0.122, 0.08, 0.115}, colours::skin, 10, 16); // a double chin
    add({0, 0.052, -0.018}, {0.152, 0.112, 0.142}, colours::earth, 10, 20);
    add({0, -0.02, 0.146}, {0.021, 0.021, 0.021}, colours::blush, 6, 10);
    for (const double side : {-1.0, 1.0}) {
        add({0.052 * side, 0.012, 0.130}, {0.014, 0.02, 0.01}, colours::ink, 6, 8);
        add({0.148 * side, -0.01, 0}, {0.02, 0.036, 0.028}, colours::blush, 6, 8);
    }
}

} // namespace

model belly(solver_id solver) {
    model_builder body("belly");
    body.solver(solver, 1000);
    plump_body of;
    of.ground = body.bone("ground", -1, {0, 0, 0}, {0, 0.1, 0});
    of.hips = body.bone("hips", of.ground, {0, 0.55, 0}, {0, 0.65, 0});
    of.spine = body.bone("spine", of.hips, {0, 0.65, 0}, {0, 0.95, 0});
    of.chest = body.bone("chest", of.spine, {0, 0.95, 0}, {0, 1.25, 0});
    body.bob(of.hips, {0, 0.04, 0}, 2.0);
    body.sway(of.hips, {0, 1, 0}, 0.12, 1.0);
    body.shake(of.spine, {0, 0, 1}, 0.08, 3.0);
    for (std::int32_t h = 0; h < helpers; ++h) {
        const double heading = h * 2 * std::numbers::pi / helpers;
        const std::int32_t made = body.point_spring(
            "helper_" + std::to_string(h), of.spine,
            {radius * std::cos(heading), girth_height, radius * std::sin(heading)}, "belly");
        of.first_helper = h == 0 ? made : of.first_helper;
    }
    of.paunch = body.bone("paunch", of.spine, {0, 0.77, 0.1}, {0, 0.73, 0.3});
    body.spring("paunch", tuning_of_preset("belly"));

    surface_builder to(max_influences);
    const binding soft = flesh(body, of);
    add_trunk(to, soft);
    add_limbs(to, of);
    add_face(to, of.chest);
    return body.finish(radius, to.finish());
}

} // namespace jounce::procedural

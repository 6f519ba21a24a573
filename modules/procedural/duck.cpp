#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

struct duck_bones {
    std::int32_t base = 0, trunk = 0, head = 0, beak = 0, tail = 0;
    std::int32_t wings[2] = {}; ///< right (-x), left
};

/// Rubber: it bends and stretches at nearly the same rate, and rings. Under the published solver,
/// where chains that stretch amplify from link to link, it only bends.
spring_tuning rubber(double frequency, bool stretches) {
    spring_tuning out = tuning_of_preset("belly");
    out.frequency = frequency;
    out.damping_ratio = 0.16;
    out.axial_frequency = 1.1 * frequency;
    out.axial_damping_ratio = 0.16;
    out.hook = 0;
    out.fixed_length = !stretches;
    out.min_stretch = 0.7;
    out.max_stretch = 1.4;
    out.inherit = 0.5;
    out.gravity = 0;
    return out;
}

duck_bones add_bones(model_builder& body, bool stretches) {
    duck_bones out;
    const auto springy = [&](const std::string& name, std::int32_t parent, const vec3<double>& head,
                             const vec3<double>& tail, double frequency) {
        body.spring(name, rubber(frequency, stretches));
        return body.bone(name, parent, head, tail);
    };
    out.base = body.bone("base", -1, {0, 0, 0}, {0, 0.08, 0});
    out.trunk = springy("trunk", out.base, {0, 0.08, 0}, {0, 0.43, 0.09}, 2.4);
    out.head = springy("head", out.trunk, {0, 0.43, 0.09}, {0, 0.72, 0.12}, 2.8);
    out.beak = springy("beak", out.head, {0, 0.57, 0.24}, {0, 0.56, 0.37}, 4.5);
    out.tail = springy("tail", out.trunk, {0, 0.28, -0.17}, {0, 0.47, -0.37}, 3.4);
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1 : 1;
        out.wings[i] = springy(i == 0 ? "wing_right" : "wing_left", out.trunk,
                               {0.213 * side, 0.30, 0.08}, {0.240 * side, 0.27, -0.20}, 3.2);
    }
    body.hop(out.base, {0, 0.10, 0}, 1.25, 0.5);
    body.shake(out.base, {0, 0, 1}, 0.16, 2.5);
    return out;
}

void add_body(surface_builder& to, const model_builder& body, const duck_bones& of,
              const binding& soft) {
    ellipsoid trunk;
    trunk.centre = {0, 0.235, -0.01};
    trunk.radii = {0.245, 0.225, 0.325};
    trunk.rings = 26;
    trunk.sides = 36;
    trunk.by = soft;
    trunk.painted = upwards(colours::yolk, colours::butter, 0.05, 0.45);
    trunk.warp = [](const vec3<double>& p) {
        // A flat bottom, and a back that rises to the tail.
        const double behind = p.z < -0.1 ? (p.z + 0.1) / -0.235 : 0;
        const double flat = p.y < 0.06 ? 1.2 * p.y - 0.012 : p.y;
        return vec3<double>{p.x * (1 - 0.35 * behind * behind), flat + 0.10 * behind * behind, p.z};
    };
    add_ellipsoid(to, trunk);

    tube tail;
    tail.section = shaped({{0.13, 0.09}, {0.105, 0.065}, {0.07, 0.04}, {0.03, 0.018}});
    tail.rings = 10;
    tail.painted = plain(colours::butter);
    add_tube(to, bone_chain({body.line(of.tail)}, of.trunk), tail);
    for (const std::int32_t wing : of.wings) {
        tube blade;
        blade.section = shaped({{0.08, 0.035}, {0.105, 0.042}, {0.085, 0.034}, {0.035, 0.018}});
        blade.side = {0, 1, 0};
        blade.rings = 14;
        blade.sides = 18;
        blade.painted = [](const vec3<double>& at) {
            return mix(colours::butter, colours::yolk, (0.02 - at.z) / 0.2);
        };
        add_tube(to, bone_chain({body.line(wing)}, of.trunk), blade);
    }
}

void add_head(surface_builder& to, const model_builder& body, const duck_bones& of,
              const binding& soft) {
    const vec3<double> middle = {0, 0.605, 0.115};
    ellipsoid skull;
    skull.centre = middle;
    skull.radii = {0.165, 0.168, 0.168};
    skull.rings = 18;
    skull.sides = 26;
    skull.by = soft;
    skull.painted = plain(colours::butter);
    skull.warp = [](const vec3<double>& p) { // a neck that flows into the body
        const double below = p.y < 0.50 ? (0.50 - p.y) / 0.07 : 0;
        return vec3<double>{p.x * (1 + 0.55 * below), p.y - 0.03 * below,
                            0.10 + (p.z - 0.10) * (1 + 0.5 * below)};
    };
    add_ellipsoid(to, skull);

    const bone_chain bill({body.line(of.beak)}, of.head);
    tube beak;
    beak.section = shaped({{0.082, 0.036}, {0.094, 0.030}, {0.092, 0.022}, {0.064, 0.015}});
    beak.rings = 8;
    beak.painted = plain(colours::orange);
    add_tube(to, bill, beak);
    ellipsoid lip;
    lip.centre = {0, 0.535, 0.29};
    lip.radii = {0.062, 0.016, 0.062};
    lip.rings = 8;
    lip.sides = 14;
    lip.by = [bill](const vec3<double>& at) { return bill.weights(at.z - 0.24); };
    lip.painted = plain(colours::terracotta);
    add_ellipsoid(to, lip);

    for (const double side : {-1.0, 1.0}) {
        ellipsoid eye;
        const vec3<double> at = middle + vec3<double>{0.088 * side, 0.052, 0.128};
        eye.centre = at;
        eye.turn = axis_angle<double>({0, 1, 0}, 0.55 * side);
        eye.radii = {0.030, 0.040, 0.016};
        eye.rings = 10;
        eye.sides = 14;
        eye.by = as_at(soft, at);
        eye.painted = plain(colours::ink);
        add_ellipsoid(to, eye);
        eye.centre = at + vec3<double>{0.002 * side - 0.008, 0.015, 0.013};
        eye.radii = {0.009, 0.011, 0.006};
        eye.rings = 6;
        eye.sides = 8;
        eye.painted = plain(colours::cream);
        add_ellipsoid(to, eye);
    }
}

} // namespace

model duck(solver_id solver) {
    model_builder body("duck");
    body.solver(solver, 500);
    const duck_bones of = add_bones(body, solver == stable_solver);

    // The trunk bone moves what is above the bottom, and the head what is above the trunk.
    const bone_chain upright({body.line(of.base), body.line(of.trunk), body.line(of.head)});
    const binding soft =
        softened([upright](const vec3<double>& at) { return upright.weights(at.y); },
                 {{body.line(of.tail), 0.16, 0.6},
                  {body.line(of.wings[0]), 0.12, 0.3},
                  {body.line(of.wings[1]), 0.12, 0.3}});
    surface_builder to;
    add_body(to, body, of, soft);
    add_head(to, body, of, soft);
    return body.finish(length(body.line(of.head).tail - body.line(of.trunk).head), to.finish());
}

} // namespace jounce::procedural

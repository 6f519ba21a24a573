#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace jounce::procedural {
namespace {

constexpr std::int32_t around = 6;
constexpr std::int32_t antenna_links = 3;

struct blob_bones {
    std::int32_t foot = 0;
    std::int32_t crown = 0;
    std::int32_t first_side = 0;
    std::int32_t antennae[2] = {}; ///< first bone of each
};

/// Jelly: slow enough to be seen, and far from coming to rest at once.
spring_tuning jelly(double frequency) {
    spring_tuning out = tuning_of_preset("belly");
    out.frequency = frequency;
    out.damping_ratio = 0.18;
    out.gravity = 0;
    return out;
}

blob_bones add_bones(model_builder& body) {
    blob_bones out;
    out.foot = body.bone("foot", -1, {0, 0, 0}, {0, 0.1, 0});
    body.hop(out.foot, {0, 0.30, 0}, 0.8, 0.5);
    body.sway(out.foot, {0, 1, 0}, 0.5, 0.2);
    // Higher parts are softer, so that a landing squashes the body instead of only moving it.
    out.crown = body.point_spring("crown", out.foot, {0, 0.56, 0}, jelly(2.2));
    for (std::int32_t s = 0; s < around; ++s) {
        const double heading = (s + 0.5) * 2 * std::numbers::pi / around;
        const std::int32_t made = body.point_spring(
            "side_" + std::to_string(s), out.foot,
            {0.24 * std::sin(heading), 0.30, 0.24 * std::cos(heading)}, jelly(3.0));
        out.first_side = s == 0 ? made : out.first_side;
    }
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1 : 1;
        const std::int32_t last = body.spring_chain(
            i == 0 ? "antenna_right" : "antenna_left", out.crown, {0.09 * side, 0.60, 0.04},
            {0.028 * side, 0.062, 0.008}, antenna_links, "antenna");
        out.antennae[i] = last - antenna_links + 1;
    }
    return out;
}

binding jelly_weights(const model_builder& body, const blob_bones& of) {
    std::vector<soft_reach> soft = {{body.line(of.crown), 0.48, 1.3}};
    for (std::int32_t s = 0; s < around; ++s) {
        soft.push_back({body.line(of.first_side + s), 0.36, 0.8});
    }
    return softened(to_bone(of.foot), soft);
}

/// The blob's outline: broad below, and flat where it sits.
vec3<double> sit(const vec3<double>& p) {
    const double low = p.y < 0.10 ? 0.10 - p.y : 0;
    const double broad = 1.08 - 0.28 * p.y;
    return {broad * p.x, p.y + 0.55 * low, broad * p.z};
}

/// The way that the light patch on the belly looks: forwards and a little down.
constexpr double patch_tilt = 0.36;

/// Darker upwards, with the patch.
colour blob_colour(const vec3<double>& at) {
    const colour back = mix(colours::lilac, colours::plum, (at.y - 0.05) / 0.57);
    const vec3<double> way = at - vec3<double>{0, 0.305, 0};
    const double towards =
        (std::cos(patch_tilt) * way.z - std::sin(patch_tilt) * way.y) / length(way);
    return mix(back, colours::cream, smooth_step((towards - 0.76) / 0.09));
}

void add_body(surface_builder& to, const binding& soft) {
    ellipsoid blob;
    blob.centre = {0, 0.305, 0};
    blob.radii = {0.335, 0.325, 0.33};
    // Its rings lie about the patch, so that the border of that follows edges.
    blob.turn = axis_angle<double>({1, 0, 0}, 0.5 * std::numbers::pi + patch_tilt);
    blob.rings = 44;
    blob.sides = 56;
    blob.by = soft;
    blob.painted = blob_colour;
    blob.warp = sit;
    add_ellipsoid(to, blob);
}

void add_face(surface_builder& to, const binding& soft) {
    ellipsoid part;
    const auto add = [&](const vec3<double>& at, const vec3<double>& radii, double turn,
                         colour painted, const vec3<double>& moved_as) {
        part.centre = at;
        part.radii = radii;
        part.turn = axis_angle<double>({0, 1, 0}, turn);
        part.by = as_at(soft, moved_as);
        part.painted = plain(painted);
        add_ellipsoid(to, part);
    };
    for (const double side : {-1.0, 1.0}) {
        const vec3<double> eye = {0.105 * side, 0.455, 0.262};
        part.rings = 12;
        part.sides = 16;
        add(eye, {0.062, 0.072, 0.04}, 0.3 * side, colours::cream, eye);
        part.rings = 8;
        part.sides = 12;
        add(eye + vec3<double>{0.004 * side, -0.004, 0.028}, {0.03, 0.038, 0.018}, 0.3 * side,
            colours::ink, eye);
        add(eye + vec3<double>{0.006 * side - 0.008, 0.012, 0.042}, {0.009, 0.011, 0.006}, 0,
            colours::cream, eye);
        const vec3<double> cheek = {0.195 * side, 0.375, 0.232};
        add(cheek, {0.038, 0.026, 0.014}, 0.7 * side, colours::coral, cheek);
        part.rings = 10;
        part.sides = 14;
        const vec3<double> foot = {0.15 * side, 0.045, 0.20};
        add(foot, {0.095, 0.045, 0.13}, 0.25 * side, colours::coral, foot);
    }
    part.rings = 8;
    part.sides = 12;
    const vec3<double> mouth = {0, 0.385, 0.312};
    add(mouth, {0.035, 0.02, 0.014}, 0, colours::wine_dark, mouth);
}

void add_antennae(surface_builder& to, const model_builder& body, const blob_bones& of) {
    for (const std::int32_t first : of.antennae) {
        tube stalk;
        stalk.section = tapered(0.014, 0.009);
        stalk.side = {0, 0, 1};
        stalk.rings = 10;
        stalk.sides = 8;
        stalk.painted = plain(colours::plum);
        add_tube(to, body.chain(first, antenna_links, of.crown), stalk);
        ellipsoid bead;
        bead.centre = body.line(first + antenna_links - 1).tail;
        bead.radii = {0.028, 0.028, 0.028};
        bead.rings = 8;
        bead.sides = 12;
        bead.by = to_bone(first + antenna_links - 1);
        bead.painted = plain(colours::yolk);
        add_ellipsoid(to, bead);
    }
}

} // namespace

model creature(solver_id solver) {
    model_builder body("creature");
    body.solver(solver, 600);
    const blob_bones of = add_bones(body);
    const binding soft = jelly_weights(body, of);
    surface_builder to(max_influences);
    add_body(to, soft);
    add_face(to, soft);
    add_antennae(to, body, of);
    return body.finish(body.line(of.crown).head.y, to.finish());
}

} // namespace jounce::procedural

#include <jounce/modules/procedural/figure.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <string>

namespace jounce::procedural {
namespace {

constexpr double hip_height = 0.86;
constexpr double waist_height = 1.0;
constexpr double leg_side = 0.09;

collider capsule(const vec3<float>& a, const vec3<float>& b, float radius, float radius_b) {
    collider out;
    out.shape = collider_shape::capsule;
    out.a = a;
    out.b = b;
    out.radius = radius;
    out.radius_b = radius_b;
    return out;
}

void add_colliders(model_builder& body) {
    body.collide("hips", capsule({-0.05F, 0.02F, 0}, {0.05F, 0.02F, 0}, 0.125F, 0.125F));
    body.collide("spine", capsule({0, 0, 0}, {0, 0.26F, 0}, 0.115F, 0.125F));
    body.collide("shoulders", capsule({0.04F, 0, 0}, {0.34F, 0, 0}, 0.07F, 0.07F));
    body.collide("head", capsule({0, -0.02F, 0}, {0, 0.08F, 0}, 0.06F, 0.06F));
    collider skull;
    skull.a = cast<float>(head_centre - vec3<double>{0, 1.41, 0});
    skull.radius = static_cast<float>(head_radius);
    body.collide("head", skull);
    for (const char* leg : {"leg_right", "leg_left"}) {
        body.collide(leg, capsule({0, 0, 0}, {0, -0.8F, 0}, 0.10F, 0.08F));
    }
}

void add_limbs(surface_builder& to, const model_builder& body, const figure& of,
               const figure_colours& worn) {
    for (int i = 0; i < 2; ++i) {
        tube leg;
        leg.section = shaped({{0.088, 0.09}, {0.075, 0.078}, {0.062, 0.064}, {0.052, 0.054}});
        leg.rings = 12;
        leg.painted = plain(worn.trousers);
        add_tube(to, bone_chain({body.line(of.legs[i])}, of.hips), leg);

        ellipsoid shoe;
        shoe.centre = body.line(of.legs[i]).tail + vec3<double>{0, -0.005, 0.045};
        shoe.radii = {0.058, 0.062, 0.115};
        shoe.rings = 10;
        shoe.by = to_bone(of.legs[i]);
        shoe.painted = plain(worn.shoes);
        shoe.warp = [](const vec3<double>& p) { // a flat sole
            return vec3<double>{p.x, p.y < 0.02 ? 0.4 * p.y + 0.012 : p.y, p.z};
        };
        add_ellipsoid(to, shoe);

        const bone_line line = body.line(of.arms[i]);
        tube arm;
        arm.section = shaped({{0.062, 0.062}, {0.050, 0.050}, {0.042, 0.042}, {0.036, 0.036}});
        arm.side = {0, 0, 1};
        arm.rings = 12;
        arm.painted = [skin = worn.skin, shirt = worn.shirt, line](const vec3<double>& at) {
            return at.y < line.tail.y + 0.06 ? skin : shirt;
        };
        add_tube(to, bone_chain({line}, of.shoulders), arm);
        ellipsoid hand;
        hand.centre = line.tail + vec3<double>{0, -0.035, 0.005};
        hand.radii = {0.036, 0.055, 0.046};
        hand.rings = 8;
        hand.sides = 12;
        hand.by = to_bone(of.arms[i]);
        hand.painted = plain(worn.skin);
        add_ellipsoid(to, hand);
    }
}

void add_head(surface_builder& to, const figure& of, const figure_colours& worn) {
    ellipsoid skull;
    skull.centre = head_centre;
    skull.radii = {0.112, head_radius, 0.118};
    skull.rings = 14;
    skull.sides = 20;
    skull.by = to_bone(of.head);
    skull.painted = plain(worn.skin);
    skull.warp = [](const vec3<double>& p) { // a chin
        const double below = head_centre.y - p.y;
        const double narrow = below > 0 ? 1 - 0.9 * below : 1;
        return vec3<double>{narrow * p.x, p.y, p.z + (below > 0 ? 0.12 * below : 0)};
    };
    add_ellipsoid(to, skull);
    for (const double side : {-1.0, 1.0}) {
        ellipsoid eye;
        eye.centre = head_centre + vec3<double>{0.042 * side, 0.0, 0.110};
        eye.radii = {0.0125, 0.019, 0.008};
        eye.rings = 6;
        eye.sides = 8;
        eye.by = to_bone(of.head);
        eye.painted = plain(colours::ink);
        add_ellipsoid(to, eye);
    }
    ellipsoid nose;
    nose.centre = head_centre + vec3<double>{0, -0.026, 0.122};
    nose.radii = {0.013, 0.014, 0.015};
    nose.rings = 6;
    nose.sides = 8;
    nose.by = to_bone(of.head);
    nose.painted = plain(colours::blush);
    add_ellipsoid(to, nose);
}

} // namespace

vec3<double> free_face(const vec3<double>& hair) {
    const vec3<double> off = hair - head_centre;
    const double covers = smooth_step(off.z / 0.05) * smooth_step((0.095 - off.y) / 0.05);
    const vec3<double> inside = {0.85 * hair.x, hair.y + 0.2 * (0.095 - off.y),
                                 0.02 + 0.25 * off.z};
    return hair + covers * (inside - hair);
}

figure add_figure(model_builder& body) {
    figure out;
    out.hips = body.bone("hips", -1, {0, hip_height, 0}, {0, waist_height, 0});
    out.spine = body.bone("spine", out.hips, {0, waist_height, 0}, {0, shoulder_height, 0});
    out.shoulders = body.bone("shoulders", out.spine, {-shoulder_half_width, shoulder_height, 0},
                              {shoulder_half_width, shoulder_height, 0});
    out.head = body.bone("head", out.spine, {0, 1.41, 0}, {0, 1.70, 0});
    const char* names[2] = {"right", "left"};
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1 : 1;
        out.legs[i] = body.bone(std::string("leg_") + names[i], out.hips,
                                {leg_side * side, hip_height, 0}, {leg_side * side, 0.06, 0});
        out.arms[i] = body.bone(std::string("arm_") + names[i], out.shoulders,
                                {(shoulder_half_width - 0.01) * side, shoulder_height - 0.035, 0},
                                {(shoulder_half_width + 0.075) * side, 0.90, 0.05});
        // Arms swing against legs.
        body.sway(out.legs[i], {1, 0, 0}, 0.28 * side, 0.9);
        body.sway(out.arms[i], {1, 0, 0}, -0.3 * side, 0.9);
    }
    body.hop(out.hips, {0, 0.02, 0}, 1.8, 1); // upwards only: feet stay above the ground
    body.sway(out.hips, {0, 1, 0}, 0.12, 0.9);
    body.sway(out.spine, {0, 1, 0}, -0.1, 0.9);
    add_colliders(body);
    return out;
}

void add_figure_shape(surface_builder& to, const model_builder& body, const figure& of,
                      const figure_colours& worn) {
    tube torso;
    torso.section = shaped({{0.145, 0.108},
                            {0.142, 0.105},
                            {0.130, 0.098},
                            {0.140, 0.104},
                            {0.158, 0.108},
                            {0.166, 0.100},
                            {0.135, 0.078}});
    torso.rings = 20;
    torso.sides = 24;
    torso.start_cap = 0.5;
    torso.end_cap = 0.4;
    torso.roundness = 0.85;
    torso.painted = [worn](const vec3<double>& at) {
        return at.y < 0.93 ? worn.trousers : at.y < 0.955 ? colours::sand : worn.shirt;
    };
    add_tube(to, bone_chain({body.line(of.hips), body.line(of.spine)}), torso);
    tube neck;
    neck.section = shaped({{0.052, 0.052}, {0.046, 0.046}, {0.048, 0.048}});
    neck.rings = 5;
    neck.sides = 12;
    neck.cap_rings = 2;
    neck.painted = plain(worn.skin);
    const vec3<double> base = {0, 1.37, 0};
    add_tube(to, bone_chain({{of.head, base, base + vec3<double>{0, 0.1, 0.005}}}, of.spine), neck);
    add_limbs(to, body, of, worn);
    add_head(to, of, worn);
}

} // namespace jounce::procedural

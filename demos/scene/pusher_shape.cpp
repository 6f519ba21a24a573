#include "pusher_shape.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/procedural/colours.hpp>
#include <jounce/modules/procedural/model_builder.hpp>
#include <jounce/modules/procedural/surface_parts.hpp>

#include <cmath>
#include <utility>

namespace demo {

using namespace jounce;

namespace {

result<pusher_shape> finish(const char* name, double size, procedural::surface_builder& surface,
                            pusher_shape out, render::skin_renderer* renderer) {
    procedural::model_builder body(name);
    body.bone(name, -1, {0, 0, 0}, {0, 0.1, 0});
    out.model = body.finish(size, surface.finish());
    out.is_drawn = renderer != nullptr;
    if (renderer != nullptr) {
        const procedural::surface& shape = *out.model.shape;
        const result<render::mesh_id> mesh = renderer->add_mesh(
            out.model.kind->bind, shape.vertices, shape.triangles, shape.colours);
        if (!mesh) {
            return mesh.error();
        }
        out.mesh = *mesh;
    }
    return out;
}

/// A finger, or any other part between two places, narrower at its ends.
struct limb {
    vec3<double> from, to;
    double radius;
};

void add_limb(procedural::surface_builder& to, const limb& of, const procedural::paint& painted) {
    const vec3<double> way = of.to - of.from;
    const double far = length(way);
    const vec3<double> axis = cross(vec3<double>{0, 1, 0}, way);
    procedural::ellipsoid shape;
    shape.centre = 0.5 * (of.from + of.to);
    shape.radii = {of.radius, 0.5 * far + of.radius, of.radius};
    if (length(axis) > 1e-9) {
        shape.turn = axis_angle((1 / length(axis)) * axis, std::acos(way.y / far));
    }
    shape.by = procedural::to_bone(0);
    shape.painted = painted;
    procedural::add_ellipsoid(to, shape);
}

} // namespace

result<pusher_shape> make_ball(render::skin_renderer* renderer) {
    constexpr double radius = 0.13;
    procedural::ellipsoid shape;
    shape.centre = {0, 0, radius};
    shape.radii = {radius, radius, radius};
    shape.rings = 20;
    shape.sides = 32;
    shape.by = procedural::to_bone(0);
    shape.painted = procedural::upwards(procedural::colours::teal, procedural::colours::foam,
                                        -0.4 * radius, 0.6 * radius);
    procedural::surface_builder surface;
    procedural::add_ellipsoid(surface, shape);
    pusher_shape out;
    out.middle = cast<float>(shape.centre);
    out.grip = 1.2 * radius;
    collider solid;
    solid.a = out.middle;
    solid.radius = static_cast<float>(radius);
    out.solids = {solid};
    return finish("ball", radius, surface, std::move(out), renderer);
}

result<pusher_shape> make_hand(render::skin_renderer* renderer) {
    // The palm is a box, fingers and thumb are limbs; the forearm is for the eye alone.
    constexpr limb fingers[] = {{{-0.030, 0.030, 0.013}, {-0.036, 0.088, 0.011}, 0.0105},
                                {{-0.010, 0.034, 0.013}, {-0.012, 0.104, 0.011}, 0.0110},
                                {{0.010, 0.034, 0.013}, {0.012, 0.100, 0.011}, 0.0110},
                                {{0.030, 0.030, 0.013}, {0.035, 0.080, 0.011}, 0.0100},
                                {{-0.032, -0.030, 0.016}, {-0.068, 0.012, 0.013}, 0.0125}};
    const procedural::paint skin = procedural::plain(procedural::colours::skin);
    const vec3<double> palm_half = {0.040, 0.046, 0.014};
    procedural::rounded_box palm;
    palm.centre = {0, -0.005, palm_half.z};
    palm.half = palm_half;
    palm.bevel = 0.013;
    palm.by = procedural::to_bone(0);
    palm.painted = skin;
    procedural::surface_builder surface;
    procedural::add_box(surface, palm);
    add_limb(surface, {{0, -0.04, 0.018}, {0, -0.13, 0.20}, 0.034}, skin);

    pusher_shape out;
    out.middle = cast<float>(palm.centre);
    out.grip = 0.12;
    collider solid;
    solid.shape = collider_shape::box;
    solid.a = out.middle;
    solid.radius = static_cast<float>(palm.bevel);
    solid.half =
        cast<float>(palm_half - palm.bevel * vec3<double>{1, 1, 1}); // rounding goes on top
    out.solids.push_back(solid);
    for (const limb& each : fingers) {
        add_limb(surface, each, skin);
        solid = {};
        solid.shape = collider_shape::capsule;
        solid.a = cast<float>(each.from);
        solid.b = cast<float>(each.to);
        solid.radius = static_cast<float>(each.radius);
        solid.radius_b = solid.radius;
        out.solids.push_back(solid);
    }
    return finish("hand", 0.1, surface, std::move(out), renderer);
}

} // namespace demo

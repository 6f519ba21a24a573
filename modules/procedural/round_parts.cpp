#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <numbers>

namespace jounce::procedural {

void add_lathe(surface_builder& to, const lathe& of) {
    JOUNCE_ASSERT(of.by, "a lathe needs a binding");
    if (!of.by) {
        return;
    }
    loft skin;
    skin.sides = of.sides;
    skin.by = of.by;
    skin.painted = of.painted;
    for (const lathe::point& p : of.profile) {
        skin.rings.push_back({of.foot + vec3<double>{0, p.height, 0},
                              {p.radius, 0, 0},
                              {0, 0, -p.radius},
                              {},
                              p.sharp});
    }
    add_loft(to, skin);
}

void add_ellipsoid(surface_builder& to, const ellipsoid& of) {
    JOUNCE_ASSERT(of.by && of.rings >= 2, "an ellipsoid needs a binding and two rings");
    if (!of.by || of.rings < 2) {
        return;
    }
    loft skin;
    skin.sides = of.sides;
    skin.by = of.by;
    skin.painted = of.painted;
    skin.warp = of.warp;
    const vec3<double> across = rotate(of.turn, {of.radii.x, 0, 0});
    const vec3<double> up = rotate(of.turn, {0, of.radii.y, 0});
    const vec3<double> back = rotate(of.turn, {0, 0, -of.radii.z});
    for (int r = 0; r <= of.rings; ++r) {
        const double rise = std::numbers::pi * r / of.rings;
        skin.rings.push_back(
            {of.centre - std::cos(rise) * up, std::sin(rise) * across, std::sin(rise) * back});
    }
    add_loft(to, skin);
}

} // namespace jounce::procedural

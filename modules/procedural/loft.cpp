#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

namespace jounce::procedural {
namespace {

/// Much like a cosine or sine, but with corners pulled outwards as roundness goes down.
double squared_off(double wave, double roundness) {
    return roundness == 1 ? wave : std::copysign(std::pow(std::abs(wave), roundness), wave);
}

std::uint32_t add_vertex(surface_builder& to, const loft& of, const loft_ring& ring,
                         const vec3<double>& place) {
    const vec3<double> at = of.warp ? of.warp(place) : place;
    return to.vertex(at, of.by ? of.by(at) : ring.by, of.painted(at));
}

/// Returns the first of the ring's vertices, which follow each other.
std::uint32_t add_ring(surface_builder& to, const loft& of, const loft_ring& ring) {
    std::uint32_t first = 0;
    for (int s = 0; s < of.sides; ++s) {
        const double turn = 2 * std::numbers::pi * s / of.sides;
        const double c = squared_off(std::cos(turn), of.roundness);
        const double d = squared_off(std::sin(turn), of.roundness);
        const std::uint32_t made =
            add_vertex(to, of, ring, ring.centre + c * ring.across + d * ring.deep);
        first = s == 0 ? made : first;
    }
    return first;
}

} // namespace

void add_loft(surface_builder& to, const loft& of) {
    const bool fits = of.rings.size() >= 3 && of.sides >= 3 && of.painted;
    JOUNCE_ASSERT(fits, "a loft needs a ring between its ends, three sides and a colour");
    if (!fits) {
        return;
    }
    const auto sides = static_cast<std::uint32_t>(of.sides);
    const std::uint32_t start = add_vertex(to, of, of.rings.front(), of.rings.front().centre);
    std::uint32_t below = 0;
    for (std::size_t r = 1; r + 1 < of.rings.size(); ++r) {
        const std::uint32_t here = add_ring(to, of, of.rings[r]);
        for (std::uint32_t s = 0; s < sides; ++s) {
            const std::uint32_t next = (s + 1) % sides;
            if (r == 1) {
                to.triangle(start, here + next, here + s);
            } else {
                to.quad(below + s, below + next, here + next, here + s);
            }
        }
        below = of.rings[r].sharp ? add_ring(to, of, of.rings[r]) : here;
    }
    const std::uint32_t end = add_vertex(to, of, of.rings.back(), of.rings.back().centre);
    for (std::uint32_t s = 0; s < sides; ++s) {
        to.triangle(below + s, below + (s + 1) % sides, end);
    }
}

vec3<double> at_right_angles(const vec3<double>& way, const vec3<double>& wish) {
    for (const vec3<double>& wanted : {wish, vec3<double>{1, 0, 0}, vec3<double>{0, 1, 0}}) {
        const vec3<double> level = wanted - dot(wanted, way) * way;
        if (length(level) > 1e-6) {
            return (1 / length(level)) * level;
        }
    }
    return {0, 0, 1};
}

paint plain(colour all) {
    return [all](const vec3<double>&) { return all; };
}

paint upwards(colour low, colour high, double from, double to) {
    return [=](const vec3<double>& at) { return mix(low, high, (at.y - from) / (to - from)); };
}

} // namespace jounce::procedural

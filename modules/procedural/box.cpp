#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <vector>

namespace jounce::procedural {
namespace {

/// Where the lines of a face's grid run between -half and half: dense in the bevels, by equal angles.
std::vector<double> grid_lines(double half, const rounded_box& of) {
    const double inner = half - of.bevel;
    std::vector<double> out;
    for (int b = of.bevel_steps; b > 0; --b) {
        out.push_back(-inner - of.bevel * std::tan(0.25 * std::numbers::pi * b / of.bevel_steps));
    }
    for (int f = 0; f <= of.face_steps; ++f) {
        out.push_back(inner * (2.0 * f / of.face_steps - 1));
    }
    for (int b = 1; b <= of.bevel_steps; ++b) {
        out.push_back(inner + of.bevel * std::tan(0.25 * std::numbers::pi * b / of.bevel_steps));
    }
    return out;
}

} // namespace

void add_box(surface_builder& to, const rounded_box& of) {
    const double least_half = std::min({of.half.x, of.half.y, of.half.z});
    const bool fits = of.bevel > 0 && of.bevel < least_half && of.bevel_steps >= 1 &&
                      of.face_steps >= 1 && of.by && of.painted;
    JOUNCE_ASSERT(fits, "a box needs edges that fit into it, a binding and a colour");
    if (!fits) {
        return;
    }
    const std::array<std::vector<double>, 3> lines = {
        grid_lines(of.half.x, of), grid_lines(of.half.y, of), grid_lines(of.half.z, of)};
    const int last = 2 * of.bevel_steps + of.face_steps;
    std::map<std::array<int, 3>, std::uint32_t> made; // faces share the vertices of their edges
    const auto vertex = [&](const std::array<int, 3>& cell) {
        const auto found = made.find(cell);
        if (found != made.end()) {
            return found->second;
        }
        const auto line = [&](std::size_t axis) {
            return lines[axis][static_cast<std::size_t>(cell[axis])];
        };
        const vec3<double> p = {line(0), line(1), line(2)};
        const vec3<double> room = of.half - vec3<double>{of.bevel, of.bevel, of.bevel};
        const vec3<double> inner = {std::clamp(p.x, -room.x, room.x),
                                    std::clamp(p.y, -room.y, room.y),
                                    std::clamp(p.z, -room.z, room.z)};
        const vec3<double> out = p - inner;
        const vec3<double> at = of.centre + rotate(of.turn, inner + (of.bevel / length(out)) * out);
        return made[cell] = to.vertex(at, of.by(at), of.painted(at));
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const int side : {0, last}) {
            for (int u = 0; u < last; ++u) {
                for (int v = 0; v < last; ++v) {
                    const auto corner = [&](int du, int dv) {
                        std::array<int, 3> cell = {};
                        cell[axis] = side;
                        cell[(axis + 1) % 3] = u + du;
                        cell[(axis + 2) % 3] = v + dv;
                        return vertex(cell);
                    };
                    if (side == 0) {
                        to.quad(corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0));
                    } else {
                        to.quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
                    }
                }
            }
        }
    }
}

} // namespace jounce::procedural

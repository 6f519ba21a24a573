#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce::procedural {
namespace {

std::size_t place(const thin_grid& of, int row, int column) {
    return static_cast<std::size_t>(std::clamp(row, 0, of.rows - 1) * of.columns +
                                    std::clamp(column, 0, of.columns - 1));
}

vec3<double> front_of(const thin_grid& of, int row, int column) {
    const auto at = [&](int r, int c) { return of.nodes[place(of, r, c)].at; };
    const vec3<double> way =
        cross(at(row, column + 1) - at(row, column - 1), at(row + 1, column) - at(row - 1, column));
    return (1 / length(way)) * way;
}

/// Nodes around the border, counter-clockwise seen from the front.
std::vector<std::size_t> border(const thin_grid& of) {
    std::vector<std::size_t> out;
    for (int c = 0; c < of.columns - 1; ++c) {
        out.push_back(place(of, 0, c));
    }
    for (int r = 0; r < of.rows - 1; ++r) {
        out.push_back(place(of, r, of.columns - 1));
    }
    for (int c = of.columns - 1; c > 0; --c) {
        out.push_back(place(of, of.rows - 1, c));
    }
    for (int r = of.rows - 1; r > 0; --r) {
        out.push_back(place(of, r, 0));
    }
    return out;
}

} // namespace

void add_thin_grid(surface_builder& to, const thin_grid& of) {
    const bool fits =
        of.rows >= 2 && of.columns >= 2 && of.thickness > 0 &&
        of.nodes.size() == static_cast<std::size_t>(of.rows) * static_cast<std::size_t>(of.columns);
    JOUNCE_ASSERT(fits, "a thin grid needs two rows and columns, all their nodes and a thickness");
    if (!fits) {
        return;
    }
    struct two_sides {
        vec3<double> front, back;
    };
    std::vector<two_sides> sides;
    for (int r = 0; r < of.rows; ++r) {
        for (int c = 0; c < of.columns; ++c) {
            const vec3<double>& middle = of.nodes[place(of, r, c)].at;
            const vec3<double> off = (0.5 * of.thickness) * front_of(of, r, c);
            sides.push_back({middle + off, middle - off});
        }
    }
    std::vector<std::uint32_t> front, back;
    for (std::size_t n = 0; n < of.nodes.size(); ++n) {
        front.push_back(to.vertex(sides[n].front, of.nodes[n].by, of.nodes[n].front));
        back.push_back(to.vertex(sides[n].back, of.nodes[n].by, of.nodes[n].back));
    }
    for (int r = 0; r + 1 < of.rows; ++r) {
        for (int c = 0; c + 1 < of.columns; ++c) {
            const std::size_t a = place(of, r, c), b = place(of, r, c + 1);
            const std::size_t d = place(of, r + 1, c), e = place(of, r + 1, c + 1);
            to.quad(front[a], front[b], front[e], front[d]);
            to.quad(back[a], back[d], back[e], back[b]);
        }
    }
    // The rim has vertices of its own, or light would roll over it as over a pillow.
    const std::vector<std::size_t> around = border(of);
    std::vector<std::uint32_t> rim;
    for (const std::size_t n : around) {
        rim.push_back(to.vertex(sides[n].front, of.nodes[n].by, of.nodes[n].front));
        to.vertex(sides[n].back, of.nodes[n].by, of.nodes[n].back); // follows at + 1
    }
    for (std::size_t i = 0; i < rim.size(); ++i) {
        const std::uint32_t here = rim[i];
        const std::uint32_t next = rim[(i + 1) % rim.size()];
        to.quad(next, here, here + 1, next + 1);
    }
}

} // namespace jounce::procedural

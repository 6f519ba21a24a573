#include "shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

namespace simplify_test {

using namespace jounce;

namespace {

std::uint32_t number(int i) { return static_cast<std::uint32_t>(i); }

void add_quad(shape& to, int a, int b, int c, int d) {
    for (const int corner : {a, b, c, a, c, d}) {
        to.triangles.push_back(number(corner));
    }
}

} // namespace

shape grid(int columns, int rows) {
    shape out;
    for (int z = 0; z <= rows; ++z) {
        for (int x = 0; x <= columns; ++x) {
            out.rest.push_back({1.0 * x, 0, 1.0 * z});
        }
    }
    const int line = columns + 1;
    for (int z = 0; z < rows; ++z) {
        for (int x = 0; x < columns; ++x) {
            const int a = z * line + x;
            add_quad(out, a, a + line, a + line + 1, a + 1);
        }
    }
    return out;
}

shape arm(int rings, int sides, int poses) {
    shape out;
    for (int r = 0; r < rings; ++r) {
        for (int s = 0; s < sides; ++s) {
            const double turn = 2 * std::numbers::pi * s / sides;
            out.rest.push_back({4.0 * r / (rings - 1), 0.5 * std::cos(turn), 0.5 * std::sin(turn)});
        }
    }
    const int start = rings * sides;
    out.rest.push_back({0, 0, 0});
    out.rest.push_back({4, 0, 0});
    for (int s = 0; s < sides; ++s) {
        const int next = (s + 1) % sides;
        for (int r = 0; r + 1 < rings; ++r) {
            add_quad(out, r * sides + s, (r + 1) * sides + s, (r + 1) * sides + next,
                     r * sides + next);
        }
        const int last = (rings - 1) * sides;
        for (const int corner : {start, s, next, start + 1, last + next, last + s}) {
            out.triangles.push_back(number(corner));
        }
    }
    for (int p = 0; p < poses; ++p) {
        const double angle = 1.6 * (p + 1) / poses;
        for (const point& at : out.rest) {
            // The bend is spread over a tenth of the arm's length.
            const double share = std::clamp((at.x - 1.8) / 0.4, 0.0, 1.0);
            const quat<double> turn = axis_angle<double>({0, 0, 1}, angle * share);
            out.poses.push_back(rotate(turn, at - point{2, 0, 0}) + point{2, 0, 0});
        }
    }
    return out;
}

shape seamed_ball(int rings, int sides) {
    shape out;
    const int line = sides + 1; // the first and the last column are in the same places
    for (int r = 0; r <= rings; ++r) {
        for (int s = 0; s <= sides; ++s) {
            const double down = std::numbers::pi * r / rings;
            const double turn = 2 * std::numbers::pi * (s % sides) / sides;
            const double out_by = r == 0 || r == rings ? 0.0 : std::sin(down);
            out.rest.push_back({out_by * std::cos(turn), std::cos(down), out_by * std::sin(turn)});
        }
    }
    for (int r = 0; r < rings; ++r) {
        for (int s = 0; s < sides; ++s) {
            add_quad(out, r * line + s, r * line + s + 1, (r + 1) * line + s + 1,
                     (r + 1) * line + s);
        }
    }
    return out;
}

std::size_t open_edges(const std::vector<point>& at, const std::vector<std::uint32_t>& triangles) {
    std::map<std::tuple<double, double, double>, int> places;
    const auto place = [&](std::uint32_t v) {
        return places.emplace(std::tuple(at[v].x, at[v].y, at[v].z), places.size()).first->second;
    };
    std::map<std::pair<int, int>, int> edges;
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const int corners[] = {place(triangles[i]), place(triangles[i + 1]),
                               place(triangles[i + 2])};
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
            continue; // at the poles of a ball
        }
        for (std::size_t c = 0; c < 3; ++c) {
            const int a = corners[c];
            const int b = corners[(c + 1) % 3];
            ++edges[{std::min(a, b), std::max(a, b)}];
        }
    }
    return static_cast<std::size_t>(std::count_if(
        edges.begin(), edges.end(), [](const auto& edge) { return edge.second != 2; }));
}

double volume(const std::vector<point>& at, const std::vector<std::uint32_t>& triangles) {
    double sum = 0;
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        sum += dot(at[triangles[i]], cross(at[triangles[i + 1]], at[triangles[i + 2]])) / 6;
    }
    return sum;
}

std::size_t loose_parts(std::size_t vertices, const std::vector<std::uint32_t>& triangles) {
    std::vector<std::uint32_t> root(vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
        root[v] = static_cast<std::uint32_t>(v);
    }
    const auto find = [&](std::uint32_t v) {
        while (root[v] != v) {
            v = root[v];
        }
        return v;
    };
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        root[find(triangles[i + 1])] = find(triangles[i]);
        root[find(triangles[i + 2])] = find(triangles[i]);
    }
    std::set<std::uint32_t> roots;
    for (const std::uint32_t v : triangles) {
        roots.insert(find(v));
    }
    return roots.size();
}

} // namespace simplify_test

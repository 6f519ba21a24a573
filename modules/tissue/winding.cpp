#include <jounce/modules/tissue/winding.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::tissue {
namespace {

/// Where a line along z crosses the surface.
struct crossing {
    std::size_t line = 0;
    double z = 0;
    int sign = 0;
};

/// Whether the point lies to the left of an edge that spans its height. The same bits for both triangles of the edge.
bool is_left(double x, double y, const vec3<double>& p, const vec3<double>& q, bool is_ascending) {
    const vec3<double>& u = is_ascending ? p : q;
    const vec3<double>& v = is_ascending ? q : p;
    return x < u.x + (y - u.y) / (v.y - u.y) * (v.x - u.x);
}

/// 1: the line goes through the triangle's outer side, -1: through the inner one, 0: past it.
int turn_of(const flesh_surface& of, const weights::triangle& t, double x, double y) {
    int turns = 0;
    for (std::size_t s = 0; s < 3; ++s) {
        const std::uint32_t from = t[s], to = t[(s + 1) % 3];
        const vec3<double>& p = of.positions[from];
        const vec3<double>& q = of.positions[to];
        if ((p.y <= y) != (q.y <= y) && is_left(x, y, p, q, from < to)) {
            turns += p.y <= y ? 1 : -1;
        }
    }
    return turns;
}

double height_at(const flesh_surface& of, const weights::triangle& t, double x, double y) {
    const vec3<double>&a = of.positions[t[0]], &b = of.positions[t[1]], &c = of.positions[t[2]];
    const double flat = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double low = std::min({a.z, b.z, c.z}), high = std::max({a.z, b.z, c.z});
    if (flat == 0) {
        return (low + high) / 2;
    }
    const double to_b = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / flat;
    const double to_c = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / flat;
    return std::clamp(a.z + to_b * (b.z - a.z) + to_c * (c.z - a.z), low, high);
}

/// Points of an axis between two places.
std::array<std::size_t, 2> range_between(double from, double to, double low, double step,
                                         std::size_t count) {
    const double last = static_cast<double>(count) - 1;
    const double begin = std::clamp(std::floor((from - low) / step), 0.0, last);
    const double end = std::clamp(std::ceil((to - low) / step), 0.0, last);
    return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end) + 1};
}

} // namespace

std::vector<std::int8_t> winding_numbers(const flesh_surface& of, const vec3<double>& low,
                                         double step, const std::array<std::size_t, 3>& count) {
    std::vector<std::int8_t> out(count[0] * count[1] * count[2], 0);
    std::vector<crossing> found;
    for (const weights::triangle& t : of.triangles) {
        const vec3<double>&a = of.positions[t[0]], &b = of.positions[t[1]], &c = of.positions[t[2]];
        const auto xs = range_between(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), low.x,
                                      step, count[0]);
        const auto ys = range_between(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), low.y,
                                      step, count[1]);
        for (std::size_t i = xs[0]; i < xs[1]; ++i) {
            for (std::size_t j = ys[0]; j < ys[1]; ++j) {
                const double x = low.x + static_cast<double>(i) * step;
                const double y = low.y + static_cast<double>(j) * step;
                if (const int sign = turn_of(of, t, x, y)) {
                    found.push_back({i * count[1] + j, height_at(of, t, x, y), sign});
                }
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const crossing& a, const crossing& b) {
        return a.line != b.line ? a.line < b.line : a.z != b.z ? a.z > b.z : a.sign < b.sign;
    });
    for (std::size_t i = 0; i < found.size();) {
        const std::size_t line = found[i].line;
        int turns = 0;
        for (std::size_t k = count[2]; k-- > 0;) {
            const double z = low.z + static_cast<double>(k) * step;
            for (; i < found.size() && found[i].line == line && found[i].z > z; ++i) {
                turns += found[i].sign;
            }
            out[line * count[2] + k] = static_cast<std::int8_t>(std::clamp(turns, -100, 100));
        }
        while (i < found.size() && found[i].line == line) {
            ++i;
        }
    }
    return out;
}

int winding_number(const flesh_surface& of, const vec3<double>& point) {
    int turns = 0;
    for (const weights::triangle& t : of.triangles) {
        const int sign = turn_of(of, t, point.x, point.y);
        turns += sign != 0 && height_at(of, t, point.x, point.y) > point.z ? sign : 0;
    }
    return turns;
}

} // namespace jounce::tissue

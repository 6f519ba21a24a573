#include <jounce/modules/bounds/triangle_distance.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::bounds {
namespace {

/// Of barycentric coordinates: rays through a shared edge must not slip between its two triangles.
constexpr double edge_margin = 1e-9;
/// Sines of angles below this are rounding.
constexpr double least_sine = 1e-12;

nearest_places places(const vec3<double>& first, const vec3<double>& second) {
    const vec3<double> between = first - second;
    return {first, second, dot(between, between)};
}

void keep_nearer(nearest_places& best, const nearest_places& other) {
    best = other.square < best.square ? other : best;
}

nearest_places swapped(const nearest_places& of) { return {of.second, of.first, of.square}; }

/// How far along the segment the point is, 0 to 1.
double share_of(const vec3<double>& point, const vec3<double>& a, const vec3<double>& b) {
    const vec3<double> along = b - a;
    const double square = dot(along, along);
    return square > 0 ? std::clamp(dot(point - a, along) / square, 0.0, 1.0) : 0.0;
}

} // namespace

vec3<double> normal_of(const triangle& of) {
    const vec3<double> ab = of[1] - of[0], ac = of[2] - of[0];
    const vec3<double> n = cross(ab, ac);
    const double size = length(n);
    return size > least_sine * length(ab) * length(ac) ? (1 / size) * n : vec3<double>{};
}

vec3<double> nearest_on_triangle(const vec3<double>& point, const triangle& to) {
    const vec3<double> normal = normal_of(to);
    bool is_over = normal != vec3<double>{};
    vec3<double> best = to[0];
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const vec3<double>&a = to[i], &b = to[(i + 1) % 3];
        is_over = is_over && dot(cross(b - a, point - a), normal) >= 0;
        const vec3<double> on_edge = a + share_of(point, a, b) * (b - a);
        const vec3<double> between = point - on_edge;
        if (dot(between, between) < least) {
            least = dot(between, between);
            best = on_edge;
        }
    }
    return is_over ? point - dot(point - to[0], normal) * normal : best;
}

nearest_places nearest_of_segments(const vec3<double>& a, const vec3<double>& b,
                                   const vec3<double>& c, const vec3<double>& d) {
    const vec3<double> u = b - a, v = d - c, w = a - c;
    const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v);
    const double determinant = uu * vv - uv * uv;
    // Ends against the other segment, which is all there is for parallel ones.
    nearest_places best = places(a, c + share_of(a, c, d) * v);
    keep_nearer(best, places(b, c + share_of(b, c, d) * v));
    keep_nearer(best, places(a + share_of(c, a, b) * u, c));
    keep_nearer(best, places(a + share_of(d, a, b) * u, d));
    if (determinant > least_sine * uu * vv) {
        const double uw = dot(u, w), vw = dot(v, w);
        const double s = (uv * vw - vv * uw) / determinant, t = (uu * vw - uv * uw) / determinant;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            keep_nearer(best, places(a + s * u, c + t * v));
        }
    }
    return best;
}

std::optional<double> meet(const vec3<double>& from, const vec3<double>& along,
                           const triangle& with) {
    const vec3<double> ab = with[1] - with[0], ac = with[2] - with[0];
    const vec3<double> normal = cross(ab, ac);
    const double slope = -dot(along, normal);
    if (!(std::abs(slope) > least_sine * length(along) * length(normal))) {
        return std::nullopt;
    }
    const vec3<double> start = from - with[0];
    const double t = dot(start, normal) / slope;
    const vec3<double> turned = cross(start, along);
    const double u = dot(ac, turned) / slope, v = -dot(ab, turned) / slope;
    const bool meets = t >= 0 && u >= -edge_margin && v >= -edge_margin && u + v <= 1 + edge_margin;
    return meets ? std::optional(t) : std::nullopt;
}

nearest_places nearest_of_segment(const vec3<double>& a, const vec3<double>& b,
                                  const triangle& to) {
    const vec3<double> along = b - a;
    const std::optional<double> t = meet(a, along, to);
    if (t && *t <= 1) {
        const vec3<double> there = a + *t * along;
        return {there, there, 0};
    }
    nearest_places best = places(a, nearest_on_triangle(a, to));
    keep_nearer(best, places(b, nearest_on_triangle(b, to)));
    for (std::size_t i = 0; i < 3; ++i) {
        keep_nearer(best, nearest_of_segments(a, b, to[i], to[(i + 1) % 3]));
    }
    return best;
}

nearest_places nearest_of_triangles(const triangle& one, const triangle& other) {
    nearest_places best = nearest_of_segment(one[0], one[1], other);
    for (std::size_t i = 1; i < 3; ++i) {
        keep_nearer(best, nearest_of_segment(one[i], one[(i + 1) % 3], other));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        keep_nearer(best, swapped(nearest_of_segment(other[i], other[(i + 1) % 3], one)));
    }
    return best;
}

} // namespace jounce::bounds

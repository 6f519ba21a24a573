#include <jounce/modules/procedural/surface_builder.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::procedural {
namespace {

double angle_between(const vec3<double>& a, const vec3<double>& b) {
    return std::atan2(length(cross(a, b)), dot(a, b));
}

} // namespace

std::uint32_t surface_builder::vertex(const vec3<double>& at, const skin_weights& by,
                                      colour painted) {
    vertices_.push_back({at, tidied(by, std::min(influences_, max_influences)), painted});
    return static_cast<std::uint32_t>(vertices_.size() - 1);
}

void surface_builder::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const bool known = std::max({a, b, c}) < vertices_.size();
    JOUNCE_ASSERT(known, "a triangle needs vertices that were added before it");
    if (known) {
        triangles_.push_back({a, b, c});
    }
}

void surface_builder::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangle(a, b, c);
    triangle(a, c, d);
}

std::vector<vec3<double>> surface_builder::normals() const {
    std::vector<vec3<double>> out(vertices_.size());
    for (const std::array<std::uint32_t, 3>& corners : triangles_) {
        for (std::size_t i = 0; i < 3; ++i) {
            const vec3<double>& here = vertices_[corners[i]].at;
            const vec3<double> next = vertices_[corners[(i + 1) % 3]].at - here;
            const vec3<double> last = vertices_[corners[(i + 2) % 3]].at - here;
            const vec3<double> up = cross(next, last);
            const double area = length(up);
            JOUNCE_ASSERT(area > 0, "a procedural triangle must have an area");
            if (area > 0) {
                out[corners[i]] = out[corners[i]] + (angle_between(next, last) / area) * up;
            }
        }
    }
    for (vec3<double>& n : out) {
        JOUNCE_ASSERT(length(n) > 0, "a procedural vertex must have a side to face");
        n = length(n) > 0 ? (1 / length(n)) * n : vec3<double>{0, 1, 0};
    }
    return out;
}

surface surface_builder::finish() const {
    surface out;
    out.vertices.first_influence.push_back(0);
    for (const entry& v : vertices_) {
        out.vertices.positions.push_back(cast<float>(v.at));
        for (const skin_weight& w : v.by) {
            out.vertices.influences.push_back(
                {static_cast<std::uint16_t>(w.bone), static_cast<float>(w.weight)});
        }
        out.vertices.first_influence.push_back(
            static_cast<std::uint32_t>(out.vertices.influences.size()));
        out.colours.push_back(v.painted);
    }
    for (const vec3<double>& n : normals()) {
        out.vertices.normals.push_back(cast<float>(n));
    }
    for (const std::array<std::uint32_t, 3>& corners : triangles_) {
        out.triangles.insert(out.triangles.end(), corners.begin(), corners.end());
    }
    return out;
}

} // namespace jounce::procedural

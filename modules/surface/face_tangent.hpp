#pragma once

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/surface/make_tangents.hpp>

#include <cmath>
#include <cstddef>

namespace jounce {

/// What one triangle says about tangents.
struct face_tangent {
    vec3<double> along;    ///< of unit length, where u grows
    float side = 1;        ///< see `surface_vertices::tangents`
    bool is_known = false; ///< false: it has no area, in space or in the picture
};

/// @param at  its vertices
inline face_tangent tangent_of_face(const tangent_source& of, const std::uint32_t* at) {
    const auto place = [&](int i) { return cast<double>(of.positions[at[i]]); };
    const auto coordinate = [&](int i, std::size_t axis) {
        return static_cast<double>(of.texcoords[at[i]][axis]) -
               static_cast<double>(of.texcoords[at[0]][axis]);
    };
    const vec3<double> first = place(1) - place(0);
    const vec3<double> second = place(2) - place(0);
    const double u1 = coordinate(1, 0);
    const double v1 = coordinate(1, 1);
    const double u2 = coordinate(2, 0);
    const double v2 = coordinate(2, 1);
    const double area = u1 * v2 - v1 * u2;
    face_tangent out;
    // Slivers by rounding would point anywhere. Comparisons are false for what is no number.
    constexpr double thin = 1e-9;
    const bool is_open = std::abs(area) > thin * std::hypot(u1, v1) * std::hypot(u2, v2) &&
                         length(cross(first, second)) > thin * length(first) * length(second);
    const vec3<double> along = v2 * first - v1 * second;
    const double size = length(along);
    if (is_open && size > 0 && std::isfinite(size)) {
        out.along = ((area < 0 ? -1 : 1) / size) * along;
        out.side = area < 0 ? 1.0F : -1.0F; // v points down in pictures
        out.is_known = true;
    }
    return out;
}

} // namespace jounce

#pragma once

#include <jounce/components/base/scalar_math.hpp>

namespace jounce::simplify {

/// Of a triangle; as long as twice its area.
inline vec3<double> normal_of(const vec3<double>& a, const vec3<double>& b, const vec3<double>& c) {
    return cross(b - a, c - a);
}

/// Sum of weighted squared distances from planes, after Garland and Heckbert: `p A p + 2 b p + c`, A symmetric.
struct quadric {
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    vec3<double> b = {0, 0, 0};
    double c = 0;

    /// Adds a plane through a point, by its unit normal.
    void add_plane(const vec3<double>& normal, const vec3<double>& through, double weight) {
        const double d = -dot(normal, through);
        xx += weight * normal.x * normal.x;
        xy += weight * normal.x * normal.y;
        xz += weight * normal.x * normal.z;
        yy += weight * normal.y * normal.y;
        yz += weight * normal.y * normal.z;
        zz += weight * normal.z * normal.z;
        b = b + weight * d * normal;
        c += weight * d * d;
    }
    void add(const quadric& other) {
        xx += other.xx;
        xy += other.xy;
        xz += other.xz;
        yy += other.yy;
        yz += other.yz;
        zz += other.zz;
        b = b + other.b;
        c += other.c;
    }
    /// Rounding may take it below zero.
    double at(const vec3<double>& p) const {
        const double value = p.x * (xx * p.x + 2 * (xy * p.y + xz * p.z + b.x)) +
                             p.y * (yy * p.y + 2 * (yz * p.z + b.y)) + p.z * (zz * p.z + 2 * b.z) +
                             c;
        return value > 0 ? value : 0;
    }
};

} // namespace jounce::simplify

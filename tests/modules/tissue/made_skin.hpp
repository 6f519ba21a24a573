#pragma once

// Skins made by formulas, with bones and weights.

#include <jounce/modules/tissue/bake_tissue.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace jounce::test {

/// A skin that can be changed, and what bakes it.
struct made_skin {
    std::vector<vec3<double>> positions;
    std::vector<std::uint32_t> triangles;
    weights::weight_table joints;
    std::uint32_t joint_count = 2;
    std::vector<weights::bone_segment> bones;

    tissue::tissue_mesh mesh() const { return {{positions, triangles}, &joints, joint_count}; }
    result<tissue::tissue_bake> bake(const tissue::tissue_options& options) const {
        return tissue::bake_tissue(mesh(), bones, options);
    }
};

/// Adds an ellipsoid about a point, whose vertices go from joint 0 to joint 1 along x. Poles on the x axis.
inline void add_ellipsoid(made_skin& to, const vec3<double>& middle, const vec3<double>& size,
                          int rings = 10, int sectors = 14) {
    const auto first = static_cast<std::uint32_t>(to.positions.size());
    const auto add = [&](double x, double y, double z) {
        to.positions.push_back(
            {middle.x + size.x * x, middle.y + size.y * y, middle.z + size.z * z});
        const double share = 0.5 + 0.5 * x;
        to.joints.add(std::vector<weights::bone_weight>{{0, 1 - share}, {1, share}});
    };
    add(-1, 0, 0);
    for (int r = 1; r < rings; ++r) {
        for (int s = 0; s < sectors; ++s) {
            const double a = std::numbers::pi * r / rings, b = 2 * std::numbers::pi * s / sectors;
            add(-std::cos(a), std::sin(a) * std::cos(b), std::sin(a) * std::sin(b));
        }
    }
    add(1, 0, 0);
    const auto at = [&](int r, int s) {
        return first + 1U + static_cast<std::uint32_t>((r - 1) * sectors + s % sectors);
    };
    const auto last = static_cast<std::uint32_t>(to.positions.size() - 1);
    for (int s = 0; s < sectors; ++s) {
        to.triangles.insert(to.triangles.end(), {first, at(1, s + 1), at(1, s)});
        to.triangles.insert(to.triangles.end(), {last, at(rings - 1, s), at(rings - 1, s + 1)});
        for (int r = 1; r + 1 < rings; ++r) {
            to.triangles.insert(to.triangles.end(), {at(r, s), at(r, s + 1), at(r + 1, s)});
            to.triangles.insert(to.triangles.end(), {at(r + 1, s), at(r, s + 1), at(r + 1, s + 1)});
        }
    }
}

/// A limb of 40 cm with two bones in a row.
inline made_skin made_limb() {
    made_skin out;
    add_ellipsoid(out, {0, 0, 0}, {0.2, 0.09, 0.08});
    out.bones = {{0, {-0.15, 0, 0}, {0, 0, 0}}, {1, {0, 0, 0}, {0.15, 0, 0}}};
    return out;
}

/// Few handles and large cells: a bake of some milliseconds.
inline tissue::tissue_options quick_bake() {
    tissue::tissue_options out;
    out.handles = 12;
    out.cell = 0.04;
    return out;
}

} // namespace jounce::test

#pragma once

// Palettes and meshes made from a seed, for skinning.

#include "support/random_rigs.hpp"

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/palette.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::test {

struct skin_recipe {
    palette_mode mode = palette_mode::diagonal;
    int joints = 20;
    int vertices = 100;
    int most_influences = 8;
    bool mirrored = false;
    double turn = 3; ///< how far rotations differ from one another: 3 is anyhow, 0 not at all
};

/// Joints turned anyhow, on either side of the sphere of quaternions, moved and stretched.
inline basic_palette<double> random_palette(dice& roll, const skin_recipe& recipe) {
    basic_palette<double> out;
    out.mode = recipe.mode;
    out.joint_count = recipe.joints;
    const quat<double> common = roll.rotation();
    const auto add = [&](double x, double y, double z, double w) {
        out.rows.push_back({{x, y, z, w}});
    };
    for (int i = 0; i < lane_count * recipe.joints; ++i) {
        if (i % recipe.joints == 0) { // what is between lanes belongs to none
            out.rows.resize(static_cast<std::size_t>(i / recipe.joints * out.lane_stride()));
        }
        const quat<double> other = roll.rotation();
        quat<double> q = normalised(
            quat<double>{common.x + recipe.turn * other.x, common.y + recipe.turn * other.y,
                         common.z + recipe.turn * other.z, common.w + recipe.turn * other.w});
        if (roll.whole(0, 1) == 1) {
            q = {-q.x, -q.y, -q.z, -q.w};
        }
        const vec3<double> t = roll.vector(1);
        const double flip = recipe.mirrored ? -1 : 1;
        if (recipe.mode == palette_mode::matrix) {
            const mat3<double> turn = to_matrix(q);
            const vec3<double> by = {flip * roll.number(0.5, 2), roll.number(0.5, 2),
                                     roll.number(0.5, 2)};
            const vec3<double> x = by.x * turn.column[0];
            const vec3<double> y = by.y * turn.column[1];
            const vec3<double> z = by.z * turn.column[2];
            add(x.x, y.x, z.x, t.x);
            add(x.y, y.y, z.y, t.y);
            add(x.z, y.z, z.z, t.z);
            continue;
        }
        add(q.x, q.y, q.z, q.w);
        add(0.5 * (t.x * q.w + t.y * q.z - t.z * q.y), 0.5 * (t.y * q.w + t.z * q.x - t.x * q.z),
            0.5 * (t.z * q.w + t.x * q.y - t.y * q.x), -0.5 * (t.x * q.x + t.y * q.y + t.z * q.z));
        if (recipe.mode == palette_mode::polar) {
            // All of a mirrored stretch is negative.
            add(flip * roll.number(0.7, 1.5), flip * roll.number(0.7, 1.5),
                flip * roll.number(0.7, 1.5), 0);
            add(roll.number(-0.2, 0.2), roll.number(-0.2, 0.2), roll.number(-0.2, 0.2), 0);
        } else {
            add(flip * roll.number(0.5, 2), roll.number(0.5, 2), roll.number(0.5, 2), 0);
        }
    }
    out.rows.resize(static_cast<std::size_t>(lane_count * out.lane_stride()));
    return out;
}

/// Vertices with 0 to `most_influences`, some of weight 0, that sum to one.
inline basic_skinned_mesh<double> random_mesh(dice& roll, const skin_recipe& recipe) {
    basic_skinned_mesh<double> out;
    out.first_influence.push_back(0);
    for (int v = 0; v < recipe.vertices; ++v) {
        out.positions.push_back(roll.vector(1));
        const vec3<double> n = rotate(roll.rotation(), vec3<double>{0, 0, 1});
        out.normals.push_back(n);
        const int count = roll.whole(0, recipe.most_influences);
        std::vector<double> weights;
        double total = 0;
        for (int i = 0; i < count; ++i) {
            weights.push_back(roll.whole(0, 5) == 0 ? 0 : roll.number(0.01, 1));
            total += weights.back();
        }
        for (const double weight : weights) {
            out.influences.push_back({static_cast<std::uint16_t>(roll.whole(0, recipe.joints - 1)),
                                      total > 0 ? weight / total : 0});
        }
        out.first_influence.push_back(static_cast<std::uint32_t>(out.influences.size()));
    }
    return out;
}

/// What a mesh needs to know of the skin.
template <class Real> basic_skin_binding<Real> bind_of(const skin_recipe& recipe) {
    basic_skin_binding<Real> out;
    out.mode = recipe.mode;
    out.joints.resize(static_cast<std::size_t>(recipe.joints));
    return out;
}

inline basic_palette<float> to_float(const basic_palette<double>& from) {
    basic_palette<float> out;
    out.mode = from.mode;
    out.joint_count = from.joint_count;
    for (const palette_row<double>& row : from.rows) {
        out.rows.push_back({{static_cast<float>(row.v[0]), static_cast<float>(row.v[1]),
                             static_cast<float>(row.v[2]), static_cast<float>(row.v[3])}});
    }
    return out;
}

inline basic_skinned_mesh<float> to_float(const basic_skinned_mesh<double>& from) {
    basic_skinned_mesh<float> out;
    for (const vec3<double>& p : from.positions) {
        out.positions.push_back(cast<float>(p));
    }
    for (const vec3<double>& n : from.normals) {
        out.normals.push_back(cast<float>(n));
    }
    out.first_influence = from.first_influence;
    for (const basic_influence<double>& i : from.influences) {
        out.influences.push_back({i.joint, static_cast<float>(i.weight)});
    }
    return out;
}

} // namespace jounce::test

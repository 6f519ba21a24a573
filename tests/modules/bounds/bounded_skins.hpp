#pragma once

// Skins for tests of bounds: every vertex by `cpu_skin`, and what spheres must hold.

#include "support/random_skins.hpp"

#include <jounce/modules/bounds/posed_skin.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/morph.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace jounce::test {

/// All vertices of a surface, independent of trees.
inline std::vector<vec3<float>> skinned_vertices(const bounds::skin_surface& surface,
                                                 skin_method method, const palette& rows, int lane,
                                                 std::span<const float> weights = {}) {
    std::vector<vec3<float>> out(surface.vertices.positions.size());
    skinned_mesh mesh = surface.vertices;
    mesh.normals.clear();
    morph<float>(mesh, surface.morphs, weights, out, {});
    const std::vector<vec3<float>> from = out;
    cpu_skin<float>(method, rows, lane, mesh, from, {}, out, {});
    return out;
}

/// What the spheres of a pose say about vertices.
struct containment {
    std::size_t nodes = 0;
    std::size_t outside = 0; ///< nodes with a vertex that is not in their sphere
    double worst = 0;        ///< how far the farthest one is outside, over the radius
    double ratio_sum = 0; ///< radius over that of the exact sphere about the mean of the vertices
    double leaf_ratio_sum = 0, root_ratio = 0, most_ratio = 0;
    std::size_t leaves = 0;

    double mean_ratio() const { return ratio_sum / static_cast<double>(nodes); }
    double leaf_ratio() const { return leaf_ratio_sum / static_cast<double>(leaves); }

    void add(const containment& other) {
        nodes += other.nodes;
        outside += other.outside;
        worst = std::max(worst, other.worst);
        ratio_sum += other.ratio_sum;
        leaf_ratio_sum += other.leaf_ratio_sum;
        root_ratio = std::max(root_ratio, other.root_ratio);
        most_ratio = std::max(most_ratio, other.most_ratio);
        leaves += other.leaves;
    }
};

/// Looks at every node and all its vertices.
inline containment look_at_spheres(bounds::posed_skin& skin,
                                   std::span<const vec3<float>> vertices) {
    containment out;
    const bounds::skin_tree& tree = skin.tree();
    for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
        const bounds::skin_node& node = tree.nodes[n];
        const bounds::bounding_sphere ball = skin.sphere(n);
        vec3<double> mean;
        double far = 0;
        const auto corner = [&](std::uint32_t i) {
            const std::size_t triangle = tree.order[node.first_triangle + i / 3];
            return cast<double>(vertices[tree.surface.triangles[3 * triangle + i % 3]]);
        };
        for (std::uint32_t i = 0; i < 3 * node.triangle_count; ++i) {
            const vec3<double> p = corner(i);
            mean = mean + (1.0 / (3 * node.triangle_count)) * p;
            far = std::max(far, length(p - ball.centre));
        }
        double exact = 0;
        for (std::uint32_t i = 0; i < 3 * node.triangle_count; ++i) {
            exact = std::max(exact, length(corner(i) - mean));
        }
        ++out.nodes;
        out.outside += far > ball.radius ? 1U : 0U;
        out.worst = std::max(out.worst, (far - ball.radius) / ball.radius);
        const double ratio = exact > 0 ? ball.radius / exact : 1;
        out.ratio_sum += ratio;
        out.most_ratio = std::max(out.most_ratio, ratio);
        if (node.is_leaf()) {
            out.leaf_ratio_sum += ratio;
            ++out.leaves;
        }
        if (n == 0) {
            out.root_ratio = ratio;
        }
    }
    return out;
}

/// A tube along y of so many joints, with weights that fade from joint to joint, and a bulge to morph to.
inline bounds::skin_surface make_tube(int joints, int rings, int sides, double radius = 0.1,
                                      double height = 1) {
    bounds::skin_surface out;
    out.vertices.first_influence.push_back(0);
    morph_target bulge;
    for (int i = 0; i <= rings; ++i) {
        const double at = static_cast<double>(i) / rings;
        const double place = std::clamp(at * joints - 0.5, 0.0, joints - 1.0);
        const int lower = std::min(static_cast<int>(place), std::max(joints - 2, 0));
        const double upper_share = joints > 1 ? place - lower : 0;
        for (int k = 0; k < sides; ++k) {
            const double angle = 2 * 3.14159265358979 * k / sides;
            const vec3<double> outward = {std::cos(angle), 0, std::sin(angle)};
            out.vertices.positions.push_back(
                cast<float>(radius * outward + vec3<double>{0, height * at, 0}));
            bulge.positions.push_back(
                cast<float>((radius * std::exp(-40 * (at - 0.5) * (at - 0.5))) * outward));
            if (upper_share < 1) {
                out.vertices.influences.push_back(
                    {static_cast<std::uint16_t>(lower), static_cast<float>(1 - upper_share)});
            }
            if (upper_share > 0) {
                out.vertices.influences.push_back(
                    {static_cast<std::uint16_t>(lower + 1), static_cast<float>(upper_share)});
            }
            out.vertices.first_influence.push_back(
                static_cast<std::uint32_t>(out.vertices.influences.size()));
        }
    }
    const auto index = [&](int ring, int side) {
        return static_cast<std::uint32_t>(ring * sides + side % sides);
    };
    for (int i = 0; i < rings; ++i) {
        for (int k = 0; k < sides; ++k) {
            for (const std::uint32_t corner : {index(i, k), index(i + 1, k), index(i + 1, k + 1),
                                               index(i, k), index(i + 1, k + 1), index(i, k + 1)}) {
                out.triangles.push_back(corner);
            }
        }
    }
    out.morphs.push_back(bulge);
    return out;
}

/// A palette that bends a tube of `make_tube`: every joint turns a little about its lower end.
inline palette bent_palette(dice& roll, int joints, double turn, palette_mode mode,
                            double height = 1, double stretch = 0) {
    palette out;
    out.mode = mode;
    out.joint_count = joints;
    out.rows.resize(static_cast<std::size_t>(lane_count * out.lane_stride()));
    for (int lane = 0; lane < lane_count; ++lane) {
        quat<double> q;
        vec3<double> foot;
        for (int j = 0; j < joints; ++j) {
            const vec3<double> axis = rotate(roll.rotation(), vec3<double>{0, 1, 0});
            q = q * axis_angle(axis, roll.number(-turn, turn));
            const double scale = 1 + roll.number(-stretch, stretch);
            const vec3<double> at = {0, height * j / joints, 0};
            // Scaled and turned about its foot, and moved there.
            const vec3<double> t = foot - scale * rotate(q, at);
            const double side = roll.whole(0, 1) == 1 ? -1 : 1;
            const quat<double> real = {side * q.x, side * q.y, side * q.z, side * q.w};
            const quat<double> dual = quat<double>{t.x, t.y, t.z, 0} * real;
            palette_row<float>* rows =
                out.rows.data() + lane * out.lane_stride() + j * out.rows_per_joint();
            const auto set = [&](int row, double x, double y, double z, double w) {
                rows[row] = {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
                              static_cast<float>(w)}};
            };
            if (mode == palette_mode::matrix) {
                const mat3<double> m = to_matrix(q);
                const auto &x = m.column[0], &y = m.column[1], &z = m.column[2];
                set(0, scale * x.x, scale * y.x, scale * z.x, t.x);
                set(1, scale * x.y, scale * y.y, scale * z.y, t.y);
                set(2, scale * x.z, scale * y.z, scale * z.z, t.z);
            } else {
                set(0, real.x, real.y, real.z, real.w);
                set(1, 0.5 * dual.x, 0.5 * dual.y, 0.5 * dual.z, 0.5 * dual.w);
                set(2, scale, scale, scale, 0);
                if (mode == palette_mode::polar) {
                    set(3, 0, 0, 0, 0);
                }
            }
            foot = foot + scale * rotate(q, vec3<double>{0, height / joints, 0});
        }
    }
    return out;
}

} // namespace jounce::test

#include <jounce/modules/bounds/node_sphere.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bounds {
namespace {

/// Towards the smallest ball around balls.
constexpr int enclosing_steps = 24;

affine<double> matrix_of(const palette& rows, const palette_row<float>* row) {
    const auto number = [&](int r, int c) { return static_cast<double>(row[r].v[c]); };
    if (rows.mode == palette_mode::matrix) {
        const auto column = [&](int c) {
            return vec3<double>{number(0, c), number(1, c), number(2, c)};
        };
        return {{{column(0), column(1), column(2)}}, column(3)};
    }
    const vec3<double> axis = {number(0, 0), number(0, 1), number(0, 2)};
    const vec3<double> dual = {number(1, 0), number(1, 1), number(1, 2)};
    const double w = number(0, 3), dual_w = number(1, 3);
    mat3<double> stretch = {{{number(2, 0), 0, 0}, {0, number(2, 1), 0}, {0, 0, number(2, 2)}}};
    if (rows.mode == palette_mode::polar) {
        const double yz = number(3, 0), xz = number(3, 1), xy = number(3, 2);
        stretch = {{{number(2, 0), xy, xz}, {xy, number(2, 1), yz}, {xz, yz, number(2, 2)}}};
    }
    // As `cpu_skin` has it, for a quaternion that may not quite be of unit length.
    return {to_matrix(quat<double>{axis.x, axis.y, axis.z, w}) * stretch,
            2.0 * (w * dual - dual_w * axis + cross(axis, dual))};
}

} // namespace

double spectral_norm(const mat3<double>& m) {
    // The largest eigenvalue of a symmetric matrix by the roots of its cubic.
    const mat3<double> s = transposed(m) * m;
    const double mean = (s.column[0].x + s.column[1].y + s.column[2].z) / 3;
    const double xy = s.column[1].x, xz = s.column[2].x, yz = s.column[2].y;
    const vec3<double> d = {s.column[0].x - mean, s.column[1].y - mean, s.column[2].z - mean};
    const double p = std::sqrt((dot(d, d) + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
    double largest = mean;
    if (p > 0) {
        const mat3<double> b = {
            {{d.x / p, xy / p, xz / p}, {xy / p, d.y / p, yz / p}, {xz / p, yz / p, d.z / p}}};
        const double cosine = std::clamp(determinant(b) / 2, -1.0, 1.0);
        largest = mean + 2 * p * std::cos(std::acos(cosine) / 3);
    }
    return std::sqrt(std::max(largest, 0.0)) * (1 + 1e-7);
}

double float_rounding(const skin_tree& tree) {
    constexpr double unit = 1.0 / (1U << 24U);
    return unit * (32 + 2 * static_cast<double>(tree.most_influences) +
                   2 * static_cast<double>(tree.surface.morphs.size()));
}

double size_of(const node_view& of) {
    const rest_sphere& rest = of.tree.nodes[of.node].rest;
    const double reach =
        length(cast<double>(rest.centre)) + static_cast<double>(rest.radius) + of.growth;
    double most = 0;
    for (const node_joint& one : of.tree.joints_of(of.node)) {
        const posed_joint& joint = of.joints.all[one.joint];
        most = std::max(most, joint.norm * reach + length(joint.map.translation));
    }
    return most;
}

void read_linear_joints(const palette& rows, int lane, posed_joints& to) {
    to.is_known = true;
    const palette_row<float>* row = rows.lane_rows(lane);
    for (std::size_t i = 0; i + 1 < to.all.size(); ++i, row += rows.rows_per_joint()) {
        posed_joint& joint = to.all[i];
        joint.map = matrix_of(rows, row);
        joint.norm = spectral_norm(joint.map.linear);
        to.is_known = to.is_known && std::isfinite(joint.norm + length(joint.map.translation));
    }
    to.all.back() = {};
    to.slip = 0;
    to.least_blend = 1;
}

bounding_sphere enclosing(std::span<const bounding_sphere> balls, const vec3<double>& start) {
    bounding_sphere best = {start, std::numeric_limits<double>::infinity()};
    vec3<double> centre = start;
    for (int step = 1; step <= enclosing_steps; ++step) {
        double radius = 0;
        const bounding_sphere* farthest = nullptr;
        for (const bounding_sphere& ball : balls) {
            const double reach = length(ball.centre - centre) + ball.radius;
            if (farthest == nullptr || reach > radius) {
                radius = reach;
                farthest = &ball;
            }
        }
        if (radius < best.radius) {
            best = {centre, radius};
        }
        if (farthest == nullptr || balls.size() == 1) {
            break;
        }
        const vec3<double> way = farthest->centre - centre;
        const double distance = length(way);
        if (!(distance > 0)) {
            break;
        }
        // Towards the far side of the farthest ball, shorter with every step.
        centre = centre + (radius / distance / (step + 1)) * way;
    }
    return best;
}

bounding_sphere linear_sphere(const node_view& of) {
    const skin_node& node = of.tree.nodes[of.node];
    const std::span<const node_joint> joints = of.tree.joints_of(of.node);
    const vec3<double> c = cast<double>(node.rest.centre);
    const double r = static_cast<double>(node.rest.radius) + of.growth;
    vec3<double> middle;
    double means = 0;
    of.places.resize(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        of.places[i] = of.joints.all[joints[i].joint].map * c;
        middle = middle + static_cast<double>(joints[i].mean) * of.places[i];
        means += static_cast<double>(joints[i].mean);
    }
    middle = (1 / means) * middle;
    double norm = 0, by_joint = 0, farthest = 0, of_hull = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const posed_joint& joint = of.joints.all[joints[i].joint];
        const double distance = length(of.places[i] - middle);
        norm = std::max(norm, joint.norm);
        by_joint += static_cast<double>(joints[i].deviation) * distance;
        farthest = std::max(farthest, distance);
        of_hull = std::max(of_hull, joint.norm * r + distance);
    }
    double widest = 2 * farthest;
    if (joints.size() <= few_joints) {
        double square = 0;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                const vec3<double> between = of.places[i] - of.places[k];
                square = std::max(square, dot(between, between));
            }
        }
        widest = std::sqrt(square);
    }
    const double by_variation = static_cast<double>(node.variation) * widest;
    bounding_sphere out = {middle, std::min(norm * r + std::min(by_joint, by_variation), of_hull)};
    if (node.first_part != skin_node::none) {
        of.parts.resize(joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const posed_joint& joint = of.joints.all[joints[i].joint];
            const rest_sphere& part = of.tree.part_spheres[node.first_part + i];
            of.parts[i] = {joint.map * cast<double>(part.centre),
                           joint.norm * (static_cast<double>(part.radius) + of.growth)};
        }
        const bounding_sphere around = enclosing(of.parts, middle);
        out = around.radius < out.radius ? around : out;
    }
    out.radius += of.joints.rounding * size_of(of);
    // Weights that do not sum to one pull everything towards the origin, or away from it.
    const double least = static_cast<double>(node.least_sum),
                 most = static_cast<double>(node.most_sum);
    out.radius = most * out.radius + (most - least) / 2 * length(out.centre);
    out.centre = ((least + most) / 2) * out.centre;
    return out;
}

} // namespace jounce::bounds

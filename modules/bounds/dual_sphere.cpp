#include <jounce/modules/bounds/node_sphere.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bounds {
namespace {

/// Signs of products nearer to zero may be another in float.
constexpr double clear_sign = 1e-4;
/// Quaternions that are farther from unit length are no rotations.
constexpr double most_unevenness = 0.01;

double dot(const quat<double>& a, const quat<double>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
double length(const quat<double>& q) { return std::sqrt(dot(q, q)); }
quat<double> operator-(const quat<double>& a, const quat<double>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
quat<double> scaled(double s, const quat<double>& q) {
    return {s * q.x, s * q.y, s * q.z, s * q.w};
}
void add(quat<double>& to, double s, const quat<double>& q) {
    to = {to.x + s * q.x, to.y + s * q.y, to.z + s * q.z, to.w + s * q.w};
}
quat<double> pure(const vec3<double>& v) { return {v.x, v.y, v.z, 0}; }

double frobenius(const mat3<double>& a, const mat3<double>& b) {
    double sum = 0;
    for (int c = 0; c < 3; ++c) {
        const vec3<double> d = a.column[c] - b.column[c];
        sum += jounce::dot(d, d);
    }
    return std::sqrt(sum);
}

quat<double> read_quat(const palette_row<float>& row) {
    return {static_cast<double>(row.v[0]), static_cast<double>(row.v[1]),
            static_cast<double>(row.v[2]), static_cast<double>(row.v[3])};
}

/// How far vertices may be from where their heaviest joint puts them (ADR 0052, third bound).
void find_spreads(const skin_tree& tree, double growth, posed_joints& to) {
    for (std::size_t begin = 0, end = 0; begin < tree.pairs.size(); begin = end) {
        const std::uint16_t pivot = tree.pairs[begin].pivot;
        posed_joint& heaviest = to.all[pivot];
        double cosine = 1, gap = 0, stretch_gap = 0;
        for (; end < tree.pairs.size() && tree.pairs[end].pivot == pivot; ++end) {
            const pivot_pair& pair = tree.pairs[end];
            const posed_joint& other = to.all[pair.joint];
            const vec3<double> c = cast<double>(pair.rest.centre);
            const double r = static_cast<double>(pair.rest.radius) + growth;
            cosine = std::min(cosine, std::abs(dot(heaviest.turn, other.turn)));
            gap = std::max(gap, jounce::length(heaviest.map * c - other.map * c) +
                                    frobenius(heaviest.map.linear, other.map.linear) * r);
            stretch_gap =
                std::max(stretch_gap, jounce::length(heaviest.stretch * c - other.stretch * c) +
                                          frobenius(heaviest.stretch, other.stretch) * r);
        }
        const double share = static_cast<double>(tree.least_share[pivot]);
        const double blend = share + (1 - share) * cosine;
        const double twist = std::sqrt(std::max(0.0, (1 - blend * blend) * (1 - share)));
        heaviest.spread = ((1 - share) * gap + twist * stretch_gap) / blend;
        to.least_blend = std::min(to.least_blend, blend);
    }
}

/// The rotations of a node on one side, and how they blend.
struct node_turns {
    quat<double> mean;
    double blend = 0; ///< no blended quaternion of the node is shorter; 0: signs are not the same
};

node_turns align(const node_view& of, std::span<const node_joint> joints) {
    node_turns out;
    of.turns.resize(joints.size());
    const quat<double>& first = of.joints.all[joints[0].joint].turn;
    double nearest = 1;
    out.mean = {0, 0, 0, 0};
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const quat<double>& q = of.joints.all[joints[i].joint].turn;
        const double side = dot(first, q);
        of.turns[i] = scaled(side < 0 ? -1 : 1, q);
        nearest = std::min(nearest, std::abs(side));
        add(out.mean, static_cast<double>(joints[i].mean), of.turns[i]);
    }
    // Within an eighth of a turn of one quaternion all are within a quarter of each other.
    if (nearest < std::sqrt(0.5) + clear_sign) {
        double least = nearest;
        for (std::size_t i = 0; joints.size() <= few_joints && i < joints.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                least = std::min(least, dot(of.turns[i], of.turns[k]));
            }
        }
        if (joints.size() > few_joints || least < clear_sign) {
            return out;
        }
    }
    const double size = length(out.mean);
    double along = 1, off = 0, farthest = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const double distance = length(of.turns[i] - out.mean);
        along = std::min(along, dot(of.turns[i], out.mean) / size);
        off += static_cast<double>(joints[i].deviation) * distance;
        farthest = std::max(farthest, distance);
    }
    off = std::min(off, static_cast<double>(of.tree.nodes[of.node].variation) * 2 * farthest);
    out.blend =
        std::max({along, size - off, 1 / std::sqrt(static_cast<double>(of.tree.most_influences))});
    out.blend *= 1 - 8 * of.joints.rounding;
    return out;
}

/// First and second bound: by how much weights differ from their mean.
bounding_sphere by_weights(const node_view& of, const node_turns& turns) {
    const skin_node& node = of.tree.nodes[of.node];
    const std::span<const node_joint> joints = of.tree.joints_of(of.node);
    const vec3<double> c = cast<double>(node.rest.centre);
    const double r = static_cast<double>(node.rest.radius) + of.growth;
    // Where the mean weights put the centre.
    quat<double> sum = {0, 0, 0, 0};
    vec3<double> stretched;
    double means = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const double mean = static_cast<double>(joints[i].mean);
        add(sum, mean, pure(of.places[i]) * of.turns[i]);
        stretched = stretched + mean * (of.joints.all[joints[i].joint].stretch * c);
        means += mean;
    }
    stretched = (1 / means) * stretched;
    const quat<double> middle =
        scaled(1 / dot(turns.mean, turns.mean), sum * conjugate(turns.mean));
    double norm = 0, by_joint = 0, farthest = 0, stretch_gap = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const posed_joint& joint = of.joints.all[joints[i].joint];
        const double distance = length(pure(of.places[i]) - middle);
        norm = std::max(norm, joint.norm);
        by_joint += static_cast<double>(joints[i].deviation) * distance;
        farthest = std::max(farthest, distance);
        stretch_gap = std::max(stretch_gap, jounce::length(joint.stretch * c - stretched));
    }
    double widest = 2 * farthest;
    if (joints.size() <= few_joints) {
        double square = 0;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const quat<double> one = (pure(of.places[i]) - middle) * of.turns[i];
            for (std::size_t k = 0; k < i; ++k) {
                const quat<double> between = one - (pure(of.places[k]) - middle) * of.turns[k];
                square = std::max(square, dot(between, between));
            }
        }
        widest = std::sqrt(square);
    }
    const double by_variation = static_cast<double>(node.variation) * widest;
    const double twist = std::sqrt(std::max(0.0, 1 - turns.blend * turns.blend));
    return {{middle.x, middle.y, middle.z},
            norm * r + (std::min(by_joint, by_variation) + twist * stretch_gap) / turns.blend};
}

/// Third bound: around what the heaviest joints do.
bounding_sphere by_pivots(const node_view& of, const vec3<double>& start) {
    const skin_node& node = of.tree.nodes[of.node];
    const std::span<const node_joint> joints = of.tree.joints_of(of.node);
    const double r = static_cast<double>(node.rest.radius) + of.growth;
    of.parts.clear();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!joints[i].is_pivot) {
            continue;
        }
        const posed_joint& joint = of.joints.all[joints[i].joint];
        bounding_sphere ball = {of.places[i], joint.norm * r + joint.spread};
        if (node.first_part != skin_node::none) {
            const rest_sphere& part = of.tree.part_spheres[node.first_part + i];
            ball = {joint.map * cast<double>(part.centre),
                    joint.norm * (static_cast<double>(part.radius) + of.growth) + joint.spread};
        }
        of.parts.push_back(ball);
    }
    return enclosing(of.parts, start);
}

} // namespace

void read_dual_joints(const skin_tree& tree, const palette& rows, int lane, double growth,
                      posed_joints& to) {
    read_linear_joints(rows, lane, to);
    double unevenness = 0;
    const palette_row<float>* row = rows.lane_rows(lane);
    for (std::size_t i = 0; i + 1 < to.all.size(); ++i, row += rows.rows_per_joint()) {
        posed_joint& joint = to.all[i];
        const quat<double> real = read_quat(row[0]);
        const double size = length(real);
        unevenness = std::max(unevenness, std::abs(size - 1));
        joint.turn = scaled(1 / size, real);
        const quat<double> shift = scaled(2 / size, read_quat(row[1])) * conjugate(joint.turn);
        joint.stretch = transposed(to_matrix(joint.turn)) * joint.map.linear;
        to.slip = std::max(to.slip, std::abs(shift.w));
        joint.spread = 0;
    }
    // NaN is not below anything.
    to.is_known = to.is_known && unevenness < most_unevenness && std::isfinite(to.slip);
    if (!to.is_known) {
        return;
    }
    to.rounding += 8 * unevenness;
    find_spreads(tree, growth, to);
}

bounding_sphere dual_sphere(const node_view& of) {
    const skin_node& node = of.tree.nodes[of.node];
    const std::span<const node_joint> joints = of.tree.joints_of(of.node);
    const vec3<double> c = cast<double>(node.rest.centre);
    vec3<double> start;
    of.places.resize(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        of.places[i] = of.joints.all[joints[i].joint].map * c;
        start = start + static_cast<double>(joints[i].mean) * of.places[i];
    }
    bounding_sphere out = by_pivots(of, start);
    const node_turns turns = align(of, joints);
    if (turns.blend > 0) {
        const bounding_sphere other = by_weights(of, turns);
        out = other.radius < out.radius ? other : out;
    }
    out.radius += (of.joints.rounding * size_of(of) + of.joints.slip) / of.joints.least_blend;
    return out;
}

} // namespace jounce::bounds

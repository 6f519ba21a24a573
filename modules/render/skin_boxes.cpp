// Boxes of skins from balls per joint, four characters at a time. The bounds are derived in docs/adr/0056.

#include <jounce/modules/render/skin_reach.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace jounce::render {
namespace {

typedef float four __attribute__((vector_size(16)));

/// Of the distances involved: more than all rounding, and what `most_unevenness` allows.
constexpr float slack = 5e-4F;
/// Quaternions whose squared length is farther from one are no rotations: nothing is known.
constexpr float most_unevenness = 1e-4F;

four same(float x) { return four{x, x, x, x}; }
four least(four a, four b) { return a < b ? a : b; }
four most(four a, four b) { return a > b ? a : b; }
four absolute(four a) { return most(a, -a); }
four root(four a) {
    four out;
    for (int i = 0; i < 4; ++i) {
        out[i] = std::sqrt(a[i]);
    }
    return out;
}
four load(const float* from) {
    four out;
    std::memcpy(&out, from, sizeof out);
    return out;
}
void store(float* to, four from) { std::memcpy(to, &from, sizeof from); }

struct vec {
    four x, y, z;
};
vec operator+(const vec& a, const vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec operator-(const vec& a, const vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
vec scaled(four s, const vec& a) { return {s * a.x, s * a.y, s * a.z}; }
four dot(const vec& a, const vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec cross(const vec& a, const vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
four sum_of_sizes(const vec& a) { return absolute(a.x) + absolute(a.y) + absolute(a.z); }
float sum_of_sizes(const vec3<float>& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

four at(const rows_of_four& rows, int row, int column) { return load(rows.v[row][column]); }
vec first_three(const rows_of_four& rows, int row) {
    return {at(rows, row, 0), at(rows, row, 1), at(rows, row, 2)};
}

/// The symmetric stretch of a dual quaternion entry.
struct stretch {
    vec diagonal, shear; ///< shear: yz, xz, xy
};
template <palette_mode Mode> stretch stretch_of(const rows_of_four& rows) {
    stretch out = {first_three(rows, 2), {same(0), same(0), same(0)}};
    if constexpr (Mode == palette_mode::polar) {
        out.shear = first_three(rows, 3);
    }
    return out;
}
/// No less than the most that it stretches anything: the largest sum of a row.
template <palette_mode Mode> four norm_of(const stretch& w) {
    const vec d = {absolute(w.diagonal.x), absolute(w.diagonal.y), absolute(w.diagonal.z)};
    if constexpr (Mode != palette_mode::polar) {
        return most(d.x, most(d.y, d.z));
    }
    const vec s = {absolute(w.shear.x), absolute(w.shear.y), absolute(w.shear.z)};
    return most(d.x + s.z + s.y, most(d.y + s.z + s.x, d.z + s.y + s.x));
}

/// Where a joint puts a point.
template <palette_mode Mode> vec place(const rows_of_four& rows, const vec3<float>& point) {
    const vec p = {same(point.x), same(point.y), same(point.z)};
    if constexpr (Mode == palette_mode::matrix) {
        return {dot(first_three(rows, 0), p) + at(rows, 0, 3),
                dot(first_three(rows, 1), p) + at(rows, 1, 3),
                dot(first_three(rows, 2), p) + at(rows, 2, 3)};
    } else {
        const stretch w = stretch_of<Mode>(rows);
        vec s = {w.diagonal.x * p.x, w.diagonal.y * p.y, w.diagonal.z * p.z};
        if constexpr (Mode == palette_mode::polar) {
            s = s + vec{w.shear.z * p.y + w.shear.y * p.z, w.shear.z * p.x + w.shear.x * p.z,
                        w.shear.y * p.x + w.shear.x * p.y};
        }
        const vec axis = first_three(rows, 0);
        const vec a = cross(axis, s) + first_three(rows, 1);
        const vec turned =
            cross(axis, a) + scaled(at(rows, 0, 3), a) - scaled(at(rows, 1, 3), axis);
        return s + scaled(same(2), turned);
    }
}

/// No less than the spectral norm of a matrix, and the same for a rotation: Gershgorin's circles of M M^T.
four matrix_norm(const rows_of_four& rows) {
    const vec a = first_three(rows, 0), b = first_three(rows, 1), c = first_three(rows, 2);
    const four ab = absolute(dot(a, b)), ac = absolute(dot(a, c)), bc = absolute(dot(b, c));
    return root(most(dot(a, a) + ab + ac, most(dot(b, b) + ab + bc, dot(c, c) + ac + bc)));
}

four unevenness(const rows_of_four& rows) {
    const vec v = first_three(rows, 0);
    const four w = at(rows, 0, 3);
    return absolute(dot(v, v) + w * w - same(1));
}

/// A box that grows.
struct box_of_four {
    vec low, high;
    four check = same(0); ///< not finite once anything is not

    void add(const vec& centre, four radius) {
        const vec r = {radius, radius, radius};
        const vec a = centre - r, b = centre + r;
        low = {least(low.x, a.x), least(low.y, a.y), least(low.z, a.z)};
        high = {most(high.x, b.x), most(high.y, b.y), most(high.z, b.z)};
        check += sum_of_sizes(centre) + radius;
    }
};

box_of_four begin_box(const skin_reach& mesh, four growth) {
    constexpr float far = 3e38F;
    box_of_four out = {{same(far), same(far), same(far)}, {same(-far), same(-far), same(-far)}};
    if (mesh.has_loose) {
        const vec3<float>& a = mesh.loose_low;
        const vec3<float>& b = mesh.loose_high;
        out.add({same(a.x), same(a.y), same(a.z)}, growth);
        out.add({same(b.x), same(b.y), same(b.z)}, growth);
    }
    return out;
}

void write_box(const box_of_four& from, int first_lane, lane_boxes& to) {
    const four low[3] = {from.low.x, from.low.y, from.low.z};
    const four high[3] = {from.high.x, from.high.y, from.high.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        store(to.low[axis].data() + first_lane, low[axis]);
        store(to.high[axis].data() + first_lane, high[axis]);
    }
    for (int i = 0; i < 4; ++i) {
        to.is_known[static_cast<std::size_t>(first_lane + i)] = from.check[i] < 1e30F;
    }
}

template <palette_mode Mode>
void read_joint(const palette_row<float>* from, std::ptrdiff_t stride, rows_of_four& to) {
    for (int r = 0; r < rows_per_joint(Mode); ++r) {
        const four a = load(from[r].v), b = load(from[r + stride].v),
                   c = load(from[r + 2 * stride].v), d = load(from[r + 3 * stride].v);
        const four ab_xy = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                   ab_zw = __builtin_shufflevector(a, b, 2, 6, 3, 7),
                   cd_xy = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                   cd_zw = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        store(to.v[r][0], __builtin_shufflevector(ab_xy, cd_xy, 0, 1, 4, 5));
        store(to.v[r][1], __builtin_shufflevector(ab_xy, cd_xy, 2, 3, 6, 7));
        store(to.v[r][2], __builtin_shufflevector(ab_zw, cd_zw, 0, 1, 4, 5));
        store(to.v[r][3], __builtin_shufflevector(ab_zw, cd_zw, 2, 3, 6, 7));
    }
    if constexpr (Mode == palette_mode::matrix) {
        store(to.norm, matrix_norm(to));
    } else {
        store(to.norm, norm_of<Mode>(stretch_of<Mode>(to)));
    }
}

/// Linear skinning puts a vertex between where its joints would.
template <palette_mode Mode>
void add_linear(const skin_reach& mesh, const rows_of_four* joints, four growth, box_of_four& to) {
    for (const skin_reach::joint_ball& ball : mesh.moved) {
        const rows_of_four& joint = joints[ball.joint];
        const vec centre = place<Mode>(joint, ball.centre);
        const four norm = load(joint.norm);
        const four radius = same(ball.radius) + growth;
        const four size = sum_of_sizes(centre) + norm * (same(sum_of_sizes(ball.centre)) + radius);
        to.add(centre, norm * radius + same(slack) * size);
    }
}

/// Dual quaternions keep a vertex near where its heaviest joint puts it.
template <palette_mode Mode>
void add_dual(const skin_reach& mesh, const rows_of_four* joints, four growth, box_of_four& to) {
    for (std::size_t p = 0; p + 1 < mesh.pivots.size(); ++p) {
        const skin_reach::pivot_ball& pivot = mesh.pivots[p];
        const vec3<float>& c = pivot.of.centre;
        const rows_of_four& heaviest = joints[pivot.of.joint];
        const vec centre = place<Mode>(heaviest, c);
        const stretch own = stretch_of<Mode>(heaviest);
        four norm = load(heaviest.norm);
        four cosine = same(1);
        four gap = same(0);
        four stretch_gap = same(0);
        for (std::uint32_t i = pivot.first_pair; i < mesh.pivots[p + 1].first_pair; ++i) {
            const rows_of_four& other = joints[mesh.others[i]];
            const vec way = place<Mode>(other, c) - centre;
            const stretch its = stretch_of<Mode>(other);
            gap = most(gap, dot(way, way));
            cosine = least(cosine, absolute(dot(first_three(heaviest, 0), first_three(other, 0)) +
                                            at(heaviest, 0, 3) * at(other, 0, 3)));
            norm = most(norm, load(other.norm));
            stretch_gap = most(stretch_gap,
                               norm_of<Mode>({its.diagonal - own.diagonal, its.shear - own.shear}));
        }
        const four radius = same(pivot.of.radius) + growth;
        const four from_origin = same(sum_of_sizes(c)) + radius;
        const four rest = same(1 - pivot.share);
        const four blend = same(1 - slack) * (same(pivot.share) + rest * cosine);
        const four size = sum_of_sizes(centre) + norm * from_origin + root(gap);
        const four reach = norm * radius +
                           rest * (root(gap) + same(2) * stretch_gap * from_origin) +
                           same(slack) * size;
        to.add(centre, reach / blend);
    }
    for (const skin_reach::joint_ball& ball : mesh.moved) {
        to.check = unevenness(joints[ball.joint]) < same(most_unevenness) ? to.check : same(2e30F);
    }
}

template <palette_mode Mode>
void make_boxes(const skin_reach& mesh, skin_method method, const palette& rows,
                const float* growth, rows_of_four* joints, lane_boxes& out) {
    for (int first_lane = 0; first_lane < lane_count; first_lane += 4) {
        for (const skin_reach::joint_ball& ball : mesh.moved) {
            read_joint<Mode>(rows.lane_rows(first_lane) +
                                 std::ptrdiff_t{ball.joint} * rows_per_joint(Mode),
                             rows.lane_stride(), joints[ball.joint]);
        }
        const four grows = load(growth + first_lane);
        box_of_four box = begin_box(mesh, grows);
        // NOLINTNEXTLINE(bugprone-branch-clone): the first is chosen when compiled
        if constexpr (Mode == palette_mode::matrix) {
            add_linear<Mode>(mesh, joints, grows, box);
        } else if (method == skin_method::linear) {
            add_linear<Mode>(mesh, joints, grows, box);
        } else {
            add_dual<Mode>(mesh, joints, grows, box);
        }
        write_box(box, first_lane, out);
    }
}

} // namespace

void box_maker::make(const skin_reach& mesh, skin_method method, const palette& rows,
                     const std::array<float, lane_count>& growth, lane_boxes& out) {
    joints_.resize(std::max(joints_.size(), static_cast<std::size_t>(mesh.joint_count)));
    switch (mesh.mode) {
    case palette_mode::diagonal:
        make_boxes<palette_mode::diagonal>(mesh, method, rows, growth.data(), joints_.data(), out);
        break;
    case palette_mode::polar:
        make_boxes<palette_mode::polar>(mesh, method, rows, growth.data(), joints_.data(), out);
        break;
    case palette_mode::matrix:
        make_boxes<palette_mode::matrix>(mesh, method, rows, growth.data(), joints_.data(), out);
        break;
    }
}

} // namespace jounce::render

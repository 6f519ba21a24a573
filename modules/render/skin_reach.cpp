#include <jounce/modules/render/skin_reach.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::render {
namespace {

/// Rounding of a radius that is computed in float, and more.
constexpr float outwards = 1 + 1e-5F;

/// Points, looked at twice: first the box, then the ball about its middle.
struct growing_ball {
    vec3<float> low = {std::numeric_limits<float>::max(), std::numeric_limits<float>::max(),
                       std::numeric_limits<float>::max()};
    vec3<float> high = -1.0F * low;
    float radius = 0;
    std::size_t count = 0;

    void add_to_box(const vec3<float>& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        ++count;
    }
    vec3<float> centre() const { return 0.5F * low + 0.5F * high; }
    void add_to_ball(const vec3<float>& p) {
        radius = std::max(radius, outwards * length(p - centre()));
    }
};

/// What is found out about a joint.
struct joint_facts {
    growing_ball moved;
    growing_ball led; ///< it is the heaviest
    float share = 1;
    std::vector<std::uint16_t> others;
};

void add_once(std::vector<std::uint16_t>& to, std::uint16_t joint) {
    if (std::find(to.begin(), to.end(), joint) == to.end()) {
        to.push_back(joint);
    }
}

/// The smallest ball around two.
skin_reach::joint_ball around(const skin_reach::joint_ball& a, const skin_reach::joint_ball& b) {
    const vec3<float> way = b.centre - a.centre;
    const float distance = length(way);
    if (distance + b.radius <= a.radius) {
        return a;
    }
    if (distance + a.radius <= b.radius) {
        return b;
    }
    skin_reach::joint_ball out = a;
    out.radius = 0.5F * (distance + a.radius + b.radius);
    out.centre = a.centre + ((out.radius - a.radius) / distance) * way;
    out.radius *= outwards;
    return out;
}

/// Lists of a reach, from what is known of joints that move something.
struct reach_lists {
    std::vector<skin_reach::joint_ball> moved; ///< [joint] radius below 0: none
    std::vector<skin_reach::pivot_ball> pivots;
    std::vector<std::vector<std::uint16_t>> others;

    explicit reach_lists(std::size_t joints) : moved(joints), pivots(joints), others(joints) {
        for (std::size_t j = 0; j < joints; ++j) {
            moved[j].radius = -1;
            pivots[j].of.radius = -1;
        }
    }
    void write(skin_reach& to) const {
        for (std::size_t j = 0; j < moved.size(); ++j) {
            if (moved[j].radius >= 0) {
                to.moved.push_back(moved[j]);
                to.moved.back().joint = static_cast<std::uint16_t>(j);
            }
            if (pivots[j].of.radius >= 0) {
                to.pivots.push_back(pivots[j]);
                to.pivots.back().of.joint = static_cast<std::uint16_t>(j);
                to.pivots.back().first_pair = static_cast<std::uint32_t>(to.others.size());
                to.others.insert(to.others.end(), others[j].begin(), others[j].end());
            }
        }
        to.pivots.push_back({{}, 1, static_cast<std::uint32_t>(to.others.size())});
    }
};

void add_loose(skin_reach& to, const vec3<float>& low, const vec3<float>& high) {
    // Dual quaternions leave vertices without weights where they are, matrices put them at the origin.
    to.has_loose = true;
    to.loose_low = {std::min(to.loose_low.x, low.x), std::min(to.loose_low.y, low.y),
                    std::min(to.loose_low.z, low.z)};
    to.loose_high = {std::max(to.loose_high.x, high.x), std::max(to.loose_high.y, high.y),
                     std::max(to.loose_high.z, high.z)};
}

template <class Visit> void each_vertex(std::span<const mesh_part> parts, Visit&& visit) {
    std::array<std::uint16_t, max_influences> joints{};
    for (const mesh_part& part : parts) {
        for (const part_vertex& v : part.vertices) {
            std::size_t count = 0;
            for (; count < joints.size() && v.weights[count] > 0; ++count) {
                joints[count] =
                    part.joints.empty() ? v.joints[count] : part.joints[v.joints[count]];
            }
            visit(v, std::span(joints).first(count));
        }
    }
}

} // namespace

skin_reach make_reach(const mesh_source& mesh, std::span<const mesh_part> parts) {
    using joints_of = std::span<const std::uint16_t>;
    skin_reach out;
    out.joint_count = mesh.joint_count;
    out.mode = mesh.mode;
    std::vector<joint_facts> facts(static_cast<std::size_t>(mesh.joint_count));
    each_vertex(parts, [&](const part_vertex& v, joints_of joints) {
        if (joints.empty()) {
            add_loose(out, v.position, v.position);
            return;
        }
        for (const std::uint16_t joint : joints) {
            facts[joint].moved.add_to_box(v.position);
        }
        joint_facts& heaviest = facts[joints[0]];
        heaviest.led.add_to_box(v.position);
        heaviest.share = std::min(heaviest.share, v.weights[0]);
        for (const std::uint16_t joint : joints.subspan(1)) {
            add_once(heaviest.others, joint);
        }
    });
    each_vertex(parts, [&](const part_vertex& v, joints_of joints) {
        for (const std::uint16_t joint : joints) {
            facts[joint].moved.add_to_ball(v.position);
        }
        if (!joints.empty()) {
            facts[joints[0]].led.add_to_ball(v.position);
        }
    });
    reach_lists lists(facts.size());
    std::size_t most = 0;
    std::size_t balls = 0;
    for (std::size_t j = 0; j < facts.size(); ++j) {
        const joint_facts& from = facts[j];
        if (from.moved.count > 0) {
            lists.moved[j] = {from.moved.centre(), from.moved.radius, 0};
            out.anchor = from.moved.count > most ? balls : out.anchor;
            most = std::max(most, from.moved.count);
            ++balls;
        }
        if (from.led.count > 0) {
            lists.pivots[j] = {{from.led.centre(), from.led.radius, 0}, from.share, 0};
            lists.others[j] = from.others;
        }
    }
    lists.write(out);
    for (const morph_target& target : mesh.morphs) {
        float most_moved = 0;
        for (const vec3<float>& delta : target.positions) {
            most_moved = std::max(most_moved, outwards * length(delta));
        }
        out.morphs.push_back(most_moved);
    }
    for (const mesh_part& part : parts) {
        for (std::size_t v = 0; v + 1 < part.flesh_first.size(); ++v) {
            float sum = 0;
            for (std::uint32_t i = part.flesh_first[v]; i < part.flesh_first[v + 1]; ++i) {
                sum += std::abs(part.flesh[i].weight);
            }
            out.flesh = std::max(out.flesh, outwards * sum);
        }
    }
    return out;
}

skin_reach merge_reaches(std::span<const skin_reach* const> of) {
    skin_reach out;
    out.joint_count = of.front()->joint_count;
    out.mode = of.front()->mode;
    reach_lists lists(static_cast<std::size_t>(out.joint_count));
    const auto add_ball = [](skin_reach::joint_ball& to, const skin_reach::joint_ball& ball) {
        to = to.radius < 0 ? ball : around(to, ball);
    };
    for (const skin_reach* each : of) {
        for (const skin_reach::joint_ball& ball : each->moved) {
            add_ball(lists.moved[ball.joint], ball);
        }
        for (std::size_t p = 0; p + 1 < each->pivots.size(); ++p) {
            const skin_reach::pivot_ball& pivot = each->pivots[p];
            skin_reach::pivot_ball& to = lists.pivots[pivot.of.joint];
            add_ball(to.of, pivot.of);
            to.share = std::min(to.share, pivot.share);
            for (std::uint32_t i = pivot.first_pair; i < each->pivots[p + 1].first_pair; ++i) {
                add_once(lists.others[pivot.of.joint], each->others[i]);
            }
        }
        if (each->has_loose) {
            add_loose(out, each->loose_low, each->loose_high);
        }
        out.flesh = std::max(out.flesh, each->flesh);
        out.morphs.resize(std::max(out.morphs.size(), each->morphs.size()), 0);
        for (std::size_t k = 0; k < each->morphs.size(); ++k) {
            out.morphs[k] = std::max(out.morphs[k], each->morphs[k]);
        }
    }
    lists.write(out);
    const std::uint16_t anchor =
        of.front()->moved.empty() ? std::uint16_t{0} : of.front()->moved[of.front()->anchor].joint;
    while (out.anchor + 1 < out.moved.size() && out.moved[out.anchor].joint != anchor) {
        ++out.anchor;
    }
    return out;
}

float growth_of(const skin_reach& mesh, std::span<const float> weights) noexcept {
    float sum = 0;
    const std::size_t count = std::min(weights.size(), mesh.morphs.size());
    for (std::size_t k = 0; k < count; ++k) {
        sum += std::abs(weights[k]) * mesh.morphs[k];
    }
    return outwards * sum;
}

std::array<float, lane_count> growth_of(const skin_reach& mesh, const displacements& of) noexcept {
    constexpr float far = std::numeric_limits<float>::infinity();
    std::array<float, lane_count> out{};
    for (const lane_vec3<float>& handle : of.handles) {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const vec3<float> d = {handle.x.v[i], handle.y.v[i], handle.z.v[i]};
            const float square = dot(d, d);
            // NaN is not below anything.
            out[i] = square <= far ? std::max(out[i], square) : far;
        }
    }
    for (float& each : out) {
        each = mesh.flesh > 0 ? outwards * mesh.flesh * std::sqrt(each) : 0.0F;
    }
    return out;
}

model_box lane_boxes::box(int lane) const {
    const auto i = static_cast<std::size_t>(lane);
    if (!is_known[i] || !(low[0][i] <= high[0][i])) {
        return {};
    }
    const vec3<float> a = {low[0][i], low[1][i], low[2][i]};
    const vec3<float> b = {high[0][i], high[1][i], high[2][i]};
    model_box out;
    out.centre = 0.5F * a + 0.5F * b;
    out.half = outwards * (b - out.centre);
    out.radius = outwards * length(out.half);
    return out;
}

} // namespace jounce::render

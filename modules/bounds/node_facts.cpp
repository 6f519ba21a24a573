#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/build_parts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::bounds {
namespace {

/// Nodes of more joints keep a ball per joint: their vertices are far apart, and one ball for all of them,
/// turned by every joint, would be too large.
constexpr std::size_t few_shared_joints = 6;

} // namespace

float rounded_up(double number) {
    const float near = static_cast<float>(number);
    return static_cast<double>(near) >= number
               ? near
               : std::nextafter(near, std::numeric_limits<float>::infinity());
}

void ball_of_points::add_to_box(const vec3<float>& p) {
    low_ = is_empty_
               ? p
               : vec3<float>{std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
    high_ = is_empty_ ? p
                      : vec3<float>{std::max(high_.x, p.x), std::max(high_.y, p.y),
                                    std::max(high_.z, p.z)};
    is_empty_ = false;
}

vec3<float> ball_of_points::middle() const { return 0.5F * low_ + 0.5F * high_; }

void ball_of_points::add_to_ball(const vec3<float>& point) {
    const vec3<double> from = cast<double>(point) - cast<double>(middle());
    square_ = std::max(square_, dot(from, from));
}

rest_sphere ball_of_points::sphere() const {
    // Rounding of the square root and of the square is far below this.
    return {middle(), rounded_up(std::sqrt(square_) * (1 + 1e-12))};
}

vertex_shares share_weights(const skinned_mesh& mesh, std::int32_t joint_count) {
    const std::size_t vertices = mesh.positions.size();
    vertex_shares out;
    out.first.reserve(vertices + 1);
    out.first.push_back(0);
    out.all.reserve(mesh.influences.size());
    for (std::size_t v = 0; v < vertices; ++v) {
        const std::span<const influence> own(mesh.influences.data() + mesh.first_influence[v],
                                             mesh.first_influence[v + 1] - mesh.first_influence[v]);
        double sum = 0;
        const influence* heaviest = nullptr;
        for (const influence& one : own) {
            sum += static_cast<double>(one.weight);
            heaviest = heaviest == nullptr || one.weight > heaviest->weight ? &one : heaviest;
        }
        out.sum.push_back(sum);
        const std::size_t begin = out.all.size();
        if (!(sum > 0)) {
            out.all.push_back({static_cast<std::uint16_t>(joint_count), 1});
            out.pivot.push_back(static_cast<std::uint16_t>(joint_count));
            out.pivot_share.push_back(1);
        } else {
            for (const influence& one : own) {
                const auto same = std::find_if(
                    out.all.begin() + static_cast<std::ptrdiff_t>(begin), out.all.end(),
                    [&](const vertex_share& known) { return known.joint == one.joint; });
                const double share = static_cast<double>(one.weight) / sum;
                if (same != out.all.end()) {
                    same->share += share;
                } else if (share > 0) {
                    out.all.push_back({one.joint, share});
                }
            }
            out.pivot.push_back(heaviest->joint);
            out.pivot_share.push_back(static_cast<double>(heaviest->weight) / sum);
        }
        out.first.push_back(static_cast<std::uint32_t>(out.all.size()));
    }
    return out;
}

node_facts::node_facts(skin_tree& tree, const vertex_shares& shares)
    : tree_(tree), shares_(shares), seen_(tree.vertex_count(), 0),
      sums_(static_cast<std::size_t>(tree.joint_count) + 1), place_(sums_.size()),
      means_(sums_.size()) {}

void node_facts::gather_vertices(const skin_node& node) {
    ++round_;
    vertices_.clear();
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
        const std::size_t triangle = tree_.order[node.first_triangle + i];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = tree_.surface.triangles[3 * triangle + corner];
            if (seen_[vertex] != round_) {
                seen_[vertex] = round_;
                vertices_.push_back(vertex);
            }
        }
    }
    std::sort(vertices_.begin(), vertices_.end());
}

void node_facts::add_joints(skin_node& node) {
    for (const std::uint32_t vertex : vertices_) {
        for (const vertex_share& one : shares_.of(vertex)) {
            joint_sum& to = sums_[one.joint];
            if (to.count == 0) {
                touched_.push_back(one.joint);
                to = {0, one.share, one.share, 0, false};
            }
            to.sum += one.share;
            to.least = std::min(to.least, one.share);
            to.most = std::max(to.most, one.share);
            ++to.count;
        }
        sums_[shares_.pivot[vertex]].is_pivot = true;
    }
    std::sort(touched_.begin(), touched_.end(), [&](std::uint16_t a, std::uint16_t b) {
        return sums_[a].sum != sums_[b].sum ? sums_[a].sum > sums_[b].sum : a < b;
    });
    const std::size_t first = tree_.node_joints.size();
    node.first_joint = static_cast<std::uint32_t>(first);
    for (const std::uint16_t joint : touched_) {
        const joint_sum& from = sums_[joint];
        const float mean = static_cast<float>(from.sum / static_cast<double>(vertices_.size()));
        const double used =
            static_cast<double>(mean); // as it is kept, so that deviations are of it
        const double least = from.count < vertices_.size() ? 0 : from.least;
        means_[joint] = used;
        tree_.node_joints.push_back(
            {mean, rounded_up(std::max(from.most - used, used - least)), joint, from.is_pivot});
    }
    double all_means = 0, variation = 0;
    for (const std::uint16_t joint : touched_) {
        all_means += means_[joint];
    }
    for (const std::uint32_t vertex : vertices_) {
        double difference = all_means;
        for (const vertex_share& one : shares_.of(vertex)) {
            difference += std::abs(one.share - means_[one.joint]) - means_[one.joint];
        }
        variation = std::max(variation, difference / 2);
    }
    node.variation = rounded_up(variation + 1e-15);
    add_parts(node, first);
    for (const std::uint16_t joint : touched_) {
        sums_[joint] = {};
    }
    touched_.clear();
}

void node_facts::add_parts(skin_node& node, std::size_t first) {
    if (touched_.size() <= few_shared_joints) {
        node.first_part = skin_node::none;
        return;
    }
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        place_[touched_[i]] = static_cast<std::uint32_t>(i);
    }
    std::vector<ball_of_points> balls(tree_.node_joints.size() - first);
    const auto for_each = [&](auto&& add) {
        for (const std::uint32_t vertex : vertices_) {
            for (const vertex_share& one : shares_.of(vertex)) {
                add(balls[place_[one.joint]], tree_.surface.vertices.positions[vertex]);
            }
        }
    };
    for_each([](ball_of_points& ball, const vec3<float>& p) { ball.add_to_box(p); });
    for_each([](ball_of_points& ball, const vec3<float>& p) { ball.add_to_ball(p); });
    node.first_part = static_cast<std::uint32_t>(tree_.part_spheres.size());
    for (const ball_of_points& ball : balls) {
        tree_.part_spheres.push_back(ball.sphere());
    }
}

void node_facts::add_morphs(skin_node& node) {
    node.first_morph = static_cast<std::uint32_t>(tree_.node_morphs.size());
    for (std::size_t k = 0; k < tree_.surface.morphs.size(); ++k) {
        const std::vector<vec3<float>>& deltas = tree_.surface.morphs[k].positions;
        double square = 0;
        for (const std::uint32_t vertex : vertices_) {
            if (!deltas.empty()) {
                const vec3<double> delta = cast<double>(deltas[vertex]);
                square = std::max(square, dot(delta, delta));
            }
        }
        if (square > 0) {
            tree_.node_morphs.push_back(
                {rounded_up(std::sqrt(square) * (1 + 1e-12)), static_cast<std::uint16_t>(k)});
        }
    }
}

void node_facts::add(skin_node& node) {
    gather_vertices(node);
    ball_of_points ball;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const std::uint32_t vertex : vertices_) {
        ball.add_to_box(tree_.surface.vertices.positions[vertex]);
        least = std::min(least, shares_.sum[vertex]);
        most = std::max(most, shares_.sum[vertex]);
    }
    for (const std::uint32_t vertex : vertices_) {
        ball.add_to_ball(tree_.surface.vertices.positions[vertex]);
    }
    node.rest = ball.sphere();
    node.least_sum = -rounded_up(-least);
    node.most_sum = rounded_up(most);
    add_joints(node);
    add_morphs(node);
}

} // namespace jounce::bounds

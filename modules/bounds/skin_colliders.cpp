#include <jounce/modules/bounds/skin_colliders.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/skin_queries.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace jounce::bounds {
namespace {

/// Of a flat part and its ball: the larger, the smoother what springs touch.
constexpr double ball_over_part = 2;
/// The same where the body is thin: smaller balls would leave holes between them.
constexpr double least_over_part = 0.7;
constexpr int shrink_rounds = 4;
/// Normals that cancel out to less than this belong to a part that goes round a limb.
constexpr double least_coherence = 0.5;

/// How far a ball is from the nearest region; negative where they overlap.
double gap_to(const bounding_sphere& ball, const placement& at,
              std::span<const bounding_sphere> regions) {
    if (std::isinf(ball.radius)) {
        return -ball.radius;
    }
    const vec3<double> centre = to_world(at, ball.centre);
    const double size = static_cast<double>(at.scale) * ball.radius;
    double least = std::numeric_limits<double>::infinity();
    for (const bounding_sphere& region : regions) {
        least = std::min(least, length(centre - region.centre) - size - region.radius);
    }
    return least;
}

/// A part of the skin as a patch with a middle and a direction.
struct patch {
    vec3<double> middle;
    vec3<double> normal;  ///< unit
    double coherence = 0; ///< 1: flat
    double radius = 0;    ///< across the normal
    double mean_distance = 0;
};

patch patch_of(posed_skin& skin, const skin_node& node) {
    const skin_tree& tree = skin.tree();
    patch out;
    vec3<double> middle, normals;
    double area = 0;
    const auto for_each = [&](auto&& use) {
        for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
            const auto corners = skin.corners(tree.order[node.first_triangle + i]);
            use(corners, 0.5 * cross(corners[1] - corners[0], corners[2] - corners[0]));
        }
    };
    const auto centre_of = [](const std::array<vec3<double>, 3>& corners) {
        return (1.0 / 3) * (corners[0] + corners[1] + corners[2]);
    };
    for_each([&](const auto& corners, const vec3<double>& normal) {
        const double size = length(normal);
        area += size;
        normals = normals + normal;
        middle = middle + size * centre_of(corners);
    });
    if (!(area > 0)) {
        return out;
    }
    out.middle = (1 / area) * middle;
    out.coherence = length(normals) / area;
    out.normal = out.coherence > 0 ? (1 / length(normals)) * normals : vec3<double>{0, 1, 0};
    for_each([&](const auto& corners, const vec3<double>& normal) {
        out.mean_distance += length(normal) / area * length(centre_of(corners) - out.middle);
        for (const vec3<double>& corner : corners) {
            const vec3<double> from = corner - out.middle;
            out.radius = std::max(out.radius, length(from - dot(from, out.normal) * out.normal));
        }
    });
    return out;
}

/// The ball that stands for a part.
bounding_sphere ball_of(posed_skin& skin, const skin_node& node) {
    const patch part = patch_of(skin, node);
    if (part.coherence < least_coherence) {
        return {part.middle, part.mean_distance};
    }
    // Smaller until no other skin is inside, as far as that is seen in a few steps: through the middle of the part
    // and the skin that is nearest to the centre goes the next ball.
    const double least = least_over_part * part.radius;
    double radius = ball_over_part * part.radius;
    for (int round = 0; round < shrink_rounds && radius > least; ++round) {
        const std::optional<surface_hit> inside =
            nearest_point(skin, part.middle - radius * part.normal, 0.9 * radius);
        if (!inside) {
            break;
        }
        const vec3<double> way = part.middle - inside->point;
        const double height = dot(way, part.normal);
        radius = height > 0 ? std::min(radius, dot(way, way) / (2 * height)) : least;
    }
    radius = std::max(radius, least);
    return {part.middle - radius * part.normal, radius};
}

} // namespace

float cut_radius(const skin_tree& tree, std::size_t most) {
    const auto is_smaller = [&](std::uint32_t a, std::uint32_t b) {
        const float here = tree.nodes[a].rest.radius, there = tree.nodes[b].rest.radius;
        return here != there ? here < there : a > b;
    };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(is_smaller)> parts(
        is_smaller);
    parts.push(0);
    std::size_t leaves = 0; // those cannot be divided, however large
    while (!parts.empty() && leaves + parts.size() < most) {
        const std::uint32_t largest = parts.top();
        parts.pop();
        if (tree.nodes[largest].is_leaf()) {
            ++leaves;
        } else {
            parts.push(largest + 1);
            parts.push(tree.nodes[largest].second_child);
        }
    }
    return parts.empty() ? 0 : tree.nodes[parts.top()].rest.radius;
}

void skin_colliders(posed_skin& skin, const placement& at, std::span<const bounding_sphere> near,
                    const skin_collider_options& options, std::vector<skin_collider>& out) {
    out.clear();
    if (!skin) {
        return;
    }
    skin.start_query();
    const skin_tree& tree = skin.tree();
    std::vector<std::pair<std::uint32_t, std::uint32_t>>& waiting = skin.pairs();
    waiting.assign(1, {0, 0});
    while (!waiting.empty()) {
        const std::uint32_t index = waiting.back().first;
        waiting.pop_back();
        const double gap = gap_to(skin.sphere(index), at, near);
        if (!(gap <= 0)) {
            continue;
        }
        const skin_node& node = tree.nodes[index];
        if (node.is_leaf() || node.rest.radius <= options.part_radius) {
            skin_collider one;
            one.node = index;
            // Kept here until the nearest ones are chosen.
            one.body.body.radius = static_cast<float>(gap);
            out.push_back(one);
        } else {
            waiting.push_back({node.second_child, 0});
            waiting.push_back({index + 1, 0});
        }
    }
    if (out.size() > options.most) {
        std::sort(out.begin(), out.end(), [](const skin_collider& a, const skin_collider& b) {
            const float here = a.body.body.radius, there = b.body.body.radius;
            return here != there ? here < there : a.node < b.node;
        });
        out.resize(options.most);
    }
    std::sort(out.begin(), out.end(),
              [](const skin_collider& a, const skin_collider& b) { return a.node < b.node; });
    for (skin_collider& one : out) {
        const bounding_sphere ball = ball_of(skin, tree.nodes[one.node]);
        one.body.body = {};
        one.body.body.groups = options.groups;
        one.body.body.a = cast<float>(ball.centre);
        one.body.body.radius = static_cast<float>(ball.radius);
        one.body.at = at;
    }
    std::erase_if(out, [](const skin_collider& one) {
        return !std::isfinite(one.body.body.radius + length(one.body.body.a));
    });
}

} // namespace jounce::bounds

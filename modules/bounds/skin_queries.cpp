#include <jounce/modules/bounds/skin_queries.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bounds/triangle_distance.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::bounds {
namespace {

bool is_finite(const vec3<double>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

/// Calls `look` with the triangles of leaves, as long as `is_near` says yes to the spheres above.
template <class IsNear, class Look> void walk(posed_skin& skin, IsNear&& is_near, Look&& look) {
    const skin_tree& tree = skin.tree();
    skin.start_query();
    std::vector<std::uint32_t>& stack = skin.stack();
    stack.assign(1, 0);
    while (!stack.empty()) {
        const std::uint32_t index = stack.back();
        stack.pop_back();
        if (!is_near(skin.sphere(index))) {
            continue;
        }
        const skin_node& node = tree.nodes[index];
        if (node.is_leaf()) {
            for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
                const std::uint32_t one = tree.order[node.first_triangle + i];
                look(one, skin.corners(one));
            }
        } else {
            stack.push_back(node.second_child);
            stack.push_back(index + 1);
        }
    }
}

/// The same for the best of all: nodes by how far they are at least, nearer ones first.
/// @param far  how far a sphere is at least
/// @param limit  how far the best one is by now
template <class Far, class Limit, class Look>
void walk_nearest(posed_skin& skin, Far&& far, Limit&& limit, Look&& look) {
    const skin_tree& tree = skin.tree();
    skin.start_query();
    std::vector<std::uint32_t>& stack = skin.stack();
    stack.assign(1, 0);
    while (!stack.empty()) {
        const std::uint32_t index = stack.back();
        stack.pop_back();
        if (!(far(skin.sphere(index)) <= limit())) {
            continue;
        }
        const skin_node& node = tree.nodes[index];
        if (node.is_leaf()) {
            for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
                const std::uint32_t one = tree.order[node.first_triangle + i];
                look(one, skin.corners(one));
            }
            continue;
        }
        std::uint32_t near = index + 1, other = node.second_child;
        if (far(skin.sphere(other)) < far(skin.sphere(near))) {
            std::swap(near, other);
        }
        stack.push_back(other);
        stack.push_back(near);
    }
}

/// How far along a ray a ball begins; infinite if the ray misses it.
double entry(const bounding_sphere& ball, const vec3<double>& from, const vec3<double>& along) {
    if (std::isinf(ball.radius)) {
        return 0;
    }
    const vec3<double> way = ball.centre - from;
    const double middle = dot(way, along);
    const vec3<double> beside = way - middle * along;
    const double square = ball.radius * ball.radius - dot(beside, beside);
    if (square < 0 || middle + ball.radius < 0) {
        return std::numeric_limits<double>::infinity();
    }
    return std::max(0.0, middle - std::sqrt(square));
}

void sort_hits(std::vector<surface_hit>& hits) {
    std::sort(hits.begin(), hits.end(),
              [](const surface_hit& a, const surface_hit& b) { return a.triangle < b.triangle; });
}

/// Keeps the nearer one, of equal ones the first in the mesh.
void keep_better(std::optional<surface_hit>& best, const surface_hit& found) {
    if (!best || found.distance < best->distance ||
        (found.distance == best->distance && found.triangle < best->triangle)) {
        best = found;
    }
}

} // namespace

std::optional<surface_hit> cast_ray(posed_skin& skin, const vec3<double>& from,
                                    const vec3<double>& direction, double reach) {
    std::optional<surface_hit> best;
    const double size = length(direction);
    if (!skin || !is_finite(from) || !(size > 0) || !std::isfinite(size)) {
        return best;
    }
    const vec3<double> along = (1 / size) * direction;
    // Infinitely far is no hit, but what is missed.
    const double farthest = std::min(reach, std::numeric_limits<double>::max());
    walk_nearest(
        skin, [&](const bounding_sphere& ball) { return entry(ball, from, along); },
        [&] { return best ? best->distance : farthest; },
        [&](std::uint32_t index, const triangle& corners) {
            const std::optional<double> t = meet(from, along, corners);
            if (t && *t <= farthest) {
                keep_better(best, {index, from + *t * along, normal_of(corners), *t});
            }
        });
    return best;
}

std::optional<surface_hit> nearest_point(posed_skin& skin, const vec3<double>& point,
                                         double reach) {
    std::optional<surface_hit> best;
    if (!skin || !is_finite(point)) {
        return best;
    }
    walk_nearest(
        skin,
        [&](const bounding_sphere& ball) {
            return std::max(0.0, length(ball.centre - point) - ball.radius);
        },
        [&] { return best ? best->distance : reach; },
        [&](std::uint32_t index, const triangle& corners) {
            const vec3<double> there = nearest_on_triangle(point, corners);
            const double distance = length(there - point);
            if (distance <= reach && std::isfinite(distance)) {
                keep_better(best, {index, there, normal_of(corners), distance});
            }
        });
    return best;
}

void touch_sphere(posed_skin& skin, const vec3<double>& centre, double radius,
                  std::vector<surface_hit>& hits) {
    hits.clear();
    if (!skin || !is_finite(centre) || !(radius >= 0)) {
        return;
    }
    walk(
        skin,
        [&](const bounding_sphere& ball) {
            return length(ball.centre - centre) <= ball.radius + radius;
        },
        [&](std::uint32_t index, const triangle& corners) {
            const vec3<double> there = nearest_on_triangle(centre, corners);
            const double distance = length(there - centre);
            if (distance <= radius) {
                hits.push_back({index, there, normal_of(corners), distance});
            }
        });
    sort_hits(hits);
}

void touch_capsule(posed_skin& skin, const vec3<double>& a, const vec3<double>& b, double radius,
                   std::vector<surface_hit>& hits) {
    hits.clear();
    if (!skin || !is_finite(a) || !is_finite(b) || !(radius >= 0)) {
        return;
    }
    walk(
        skin,
        [&](const bounding_sphere& ball) {
            const nearest_places near = nearest_of_segments(a, b, ball.centre, ball.centre);
            return std::sqrt(near.square) <= ball.radius + radius;
        },
        [&](std::uint32_t index, const triangle& corners) {
            const nearest_places near = nearest_of_segment(a, b, corners);
            const double distance = std::sqrt(near.square);
            if (distance <= radius) {
                hits.push_back({index, near.second, normal_of(corners), distance});
            }
        });
    sort_hits(hits);
}

} // namespace jounce::bounds

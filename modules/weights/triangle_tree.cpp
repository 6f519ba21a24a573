#include <jounce/modules/weights/triangle_tree.hpp>

#include <jounce/modules/weights/place_math.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::weights {
namespace {

constexpr std::size_t leaf_size = 4;
/// Halves of at most 2^32 triangles: 31 levels down to leaves, and one waiting sibling on each.
constexpr std::size_t stack_size = 40;
/// A crossing at the very end of a segment is the place where it starts, not an obstacle.
constexpr double end_margin = 1e-6;
/// Of barycentric coordinates: rays through a shared edge must not slip between its two triangles.
constexpr double edge_margin = 1e-9;

using axis = double vec3<double>::*;
constexpr std::array<axis, 3> axes = {&vec3<double>::x, &vec3<double>::y, &vec3<double>::z};

/// Never NaN for numbers, so that comparisons of huge places still order.
double square_to_box(const vec3<double>& p, const vec3<double>& low, const vec3<double>& high) {
    double sum = 0;
    for (const axis a : axes) {
        const double outside = std::max({low.*a - p.*a, p.*a - high.*a, 0.0});
        sum += outside * outside;
    }
    return sum;
}

/// Whether from + t along, 0 <= t <= 1, meets the box.
bool meets_box(const vec3<double>& from, const vec3<double>& along, const vec3<double>& low,
               const vec3<double>& high) {
    double enter = 0, leave = 1;
    for (const axis a : axes) {
        if (along.*a == 0) { // a division would give NaN on the faces
            if (from.*a < low.*a || from.*a > high.*a) {
                return false;
            }
            continue;
        }
        const double one = (low.*a - from.*a) / along.*a, other = (high.*a - from.*a) / along.*a;
        enter = std::max(enter, std::min(one, other));
        leave = std::min(leave, std::max(one, other));
    }
    return enter <= leave;
}

} // namespace

surface_point nearest_on_triangle(const vec3<double>& point, const vec3<double>& a,
                                  const vec3<double>& b, const vec3<double>& c) {
    const vec3<double> ab = b - a, ac = c - a, ap = point - a;
    const vec3<double> normal = cross(ab, ac);
    const double square = dot(normal, normal);
    surface_point out;
    if (square > 1e-24 * dot(ab, ab) * dot(ac, ac)) { // otherwise it is a line up to rounding
        const double of_b = dot(cross(ap, ac), normal) / square;
        const double of_c = dot(cross(ab, ap), normal) / square;
        const double of_a = 1 - of_b - of_c;
        if (of_a >= 0 && of_b >= 0 && of_c >= 0) {
            out.share = {of_a, of_b, of_c};
            out.distance = std::abs(dot(ap, normal)) / std::sqrt(square);
            return out;
        }
    }
    const std::array<vec3<double>, 3> corners = {a, b, c};
    out.distance = std::numeric_limits<double>::infinity();
    for (std::size_t edge = 0; edge < 3; ++edge) {
        const std::size_t next = (edge + 1) % 3;
        const double share = share_on_segment(point, corners[edge], corners[next]);
        const vec3<double> there = (1 - share) * corners[edge] + share * corners[next];
        const double distance = length(point - there);
        if (distance < out.distance) {
            out.distance = distance;
            out.share = {0, 0, 0};
            out.share[edge] = 1 - share;
            out.share[next] = share;
        }
    }
    return out;
}

triangle_tree::triangle_tree(std::span<const vec3<double>> positions,
                             std::vector<std::array<std::uint32_t, 3>> triangles)
    : positions_(positions), triangles_(std::move(triangles)) {
    std::vector<vec3<double>> centres(triangles_.size());
    for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
        // Divided first: the sum of huge numbers would not be one.
        centres[i] = (1.0 / 3) * corner(i, 0) + (1.0 / 3) * corner(i, 1) + (1.0 / 3) * corner(i, 2);
        if (is_finite(centres[i])) {
            order_.push_back(i);
        }
    }
    build(centres);
}

triangle_tree::node triangle_tree::box_of(std::size_t begin, std::size_t end) const {
    node out;
    out.low = out.high = corner(order_[begin], 0);
    for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t which = 0; which < 3; ++which) {
            const vec3<double>& p = corner(order_[i], which);
            for (const axis a : axes) {
                out.low.*a = std::min(out.low.*a, p.*a);
                out.high.*a = std::max(out.high.*a, p.*a);
            }
        }
    }
    // Triangles are a little larger than they are, see `edge_margin`, and flat boxes need a thickness.
    const vec3<double> size = out.high - out.low;
    double margin = 4 * edge_margin * std::max({size.x, size.y, size.z});
    for (const axis a : axes) {
        margin = std::max(margin, 1e-15 * std::max(std::abs(out.low.*a), std::abs(out.high.*a)));
    }
    out.low = out.low - vec3<double>{margin, margin, margin};
    out.high = out.high + vec3<double>{margin, margin, margin};
    return out;
}

void triangle_tree::build(const std::vector<vec3<double>>& centres) {
    struct piece {
        std::size_t begin, end, parent;
        bool is_second;
    };
    std::vector<piece> waiting;
    if (!order_.empty()) {
        waiting.push_back({0, order_.size(), 0, false});
    }
    while (!waiting.empty()) {
        const piece now = waiting.back();
        waiting.pop_back();
        if (now.is_second) {
            nodes_[now.parent].first = static_cast<std::uint32_t>(nodes_.size());
        }
        node made = box_of(now.begin, now.end);
        const std::size_t count = now.end - now.begin;
        if (count <= leaf_size) {
            made.first = static_cast<std::uint32_t>(now.begin);
            made.count = static_cast<std::uint32_t>(count);
            nodes_.push_back(made);
            continue;
        }
        vec3<double> low = centres[order_[now.begin]], high = low;
        for (std::size_t i = now.begin; i < now.end; ++i) {
            for (const axis a : axes) {
                low.*a = std::min(low.*a, centres[order_[i]].*a);
                high.*a = std::max(high.*a, centres[order_[i]].*a);
            }
        }
        axis longest = axes[0];
        for (const axis a : axes) {
            longest = high.*a - low.*a > high.*longest - low.*longest ? a : longest;
        }
        const std::size_t middle = now.begin + count / 2;
        const auto at = [&](std::size_t i) {
            return order_.begin() + static_cast<std::ptrdiff_t>(i);
        };
        std::nth_element(at(now.begin), at(middle), at(now.end),
                         [&](std::uint32_t a, std::uint32_t b) {
                             const double here = centres[a].*longest, there = centres[b].*longest;
                             return here != there ? here < there : a < b;
                         });
        waiting.push_back({middle, now.end, nodes_.size(), true});
        waiting.push_back({now.begin, middle, nodes_.size(), false});
        nodes_.push_back(made);
    }
}

bool triangle_tree::crosses(std::uint32_t triangle, const vec3<double>& from,
                            const vec3<double>& along) const {
    const vec3<double>& a = corner(triangle, 0);
    const vec3<double> ab = corner(triangle, 1) - a, ac = corner(triangle, 2) - a;
    const vec3<double> normal = cross(ab, ac);
    const double slope = -dot(along, normal);
    if (!(std::abs(slope) > 1e-12 * length(along) * length(normal))) {
        return false; // parallel, or without area
    }
    const vec3<double> start = from - a;
    const double t = dot(start, normal) / slope;
    if (!(t > end_margin && t < 1 - end_margin)) {
        return false;
    }
    const vec3<double> turned = cross(start, along);
    const double u = dot(ac, turned) / slope, v = -dot(ab, turned) / slope;
    return u >= -edge_margin && v >= -edge_margin && u + v <= 1 + edge_margin;
}

bool triangle_tree::blocked(const vec3<double>& from, const vec3<double>& to,
                            std::uint32_t skip_vertex) const {
    if (nodes_.empty() || !is_finite(from) || !is_finite(to)) {
        return false;
    }
    const vec3<double> along = to - from;
    std::array<std::uint32_t, stack_size> stack;
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t index = stack[--depth];
        const node& now = nodes_[index];
        if (!meets_box(from, along, now.low, now.high)) {
            continue;
        }
        if (now.count == 0) {
            stack[depth++] = now.first;
            stack[depth++] = index + 1;
            continue;
        }
        for (std::uint32_t i = now.first; i < now.first + now.count; ++i) {
            const std::array<std::uint32_t, 3>& corners = triangles_[order_[i]];
            if (std::find(corners.begin(), corners.end(), skip_vertex) == corners.end() &&
                crosses(order_[i], from, along)) {
                return true;
            }
        }
    }
    return false;
}

std::optional<surface_point>
triangle_tree::nearest(const vec3<double>& point, const std::function<bool(std::uint32_t)>& accept,
                       double reach) const {
    if (nodes_.empty() || !is_finite(point)) {
        return std::nullopt;
    }
    struct visit {
        std::uint32_t index;
        double square; ///< to the box
    };
    std::optional<surface_point> best;
    double limit = reach;
    std::array<visit, stack_size> stack;
    std::size_t depth = 0;
    stack[depth++] = {0, 0};
    while (depth > 0) {
        const visit now = stack[--depth];
        if (now.square > limit * limit) {
            continue;
        }
        const node& here = nodes_[now.index];
        if (here.count == 0) {
            visit near = {now.index + 1, 0}, far = {here.first, 0};
            near.square = square_to_box(point, nodes_[near.index].low, nodes_[near.index].high);
            far.square = square_to_box(point, nodes_[far.index].low, nodes_[far.index].high);
            if (far.square < near.square) {
                std::swap(near, far);
            }
            stack[depth++] = far;
            stack[depth++] = near;
            continue;
        }
        for (std::uint32_t i = here.first; i < here.first + here.count; ++i) {
            const std::uint32_t triangle = order_[i];
            if (accept && !accept(triangle)) { // first: it costs less than the distance
                continue;
            }
            surface_point found = nearest_on_triangle(point, corner(triangle, 0),
                                                      corner(triangle, 1), corner(triangle, 2));
            found.triangle = triangle;
            if (found.distance < limit ||
                (found.distance == limit && (!best || triangle < best->triangle))) {
                best = found;
                limit = found.distance;
            }
        }
    }
    return best;
}

} // namespace jounce::weights

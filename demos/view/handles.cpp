#include "handles.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>

namespace viewer {

using namespace jounce;

namespace {

constexpr double least_size = 0.001; ///< m, that dragging gives

/// A way in the world, in metres of the frame.
place to_frame(const transform<double>& t, const place& way) {
    return apply(inverted({t.rotation, {}, t.scale}), way);
}
place axis_of(handle_part part) {
    switch (part) {
    case handle_part::along_x:
    case handle_part::side_x: return {1, 0, 0};
    case handle_part::along_y:
    case handle_part::side_y: return {0, 1, 0};
    default: return {0, 0, 1};
    }
}
place unit(const place& v) {
    const double size = length(v);
    return size > 0 ? (1 / size) * v : place{0, 1, 0};
}
place middle_of(const handled_shape& of) {
    return of.shape == collider_shape::capsule ? 0.5 * (of.a + of.b) : of.a;
}

// Never -0, which people would wonder about.
double rounded(double metres) { return std::round(metres * 1e4) / 1e4 + 0.0; }
void put_number(double before, double now, float& to) {
    if (now != before) {
        to = static_cast<float>(rounded(now));
    }
}
void put_number(double before, double now, double& to) {
    if (now != before) {
        to = rounded(now);
    }
}
template <class Real> void put_place(const place& before, const place& now, vec3<Real>& to) {
    put_number(before.x, now.x, to.x);
    put_number(before.y, now.y, to.y);
    put_number(before.z, now.z, to.z);
}

void add_axes(const place& at, const transform<double>& frame, double arm,
              std::vector<handle>& to) {
    for (const handle_part part :
         {handle_part::along_x, handle_part::along_y, handle_part::along_z}) {
        to.push_back({part, at + arm * rotate(frame.rotation, axis_of(part))});
    }
}

void add_sides(const handled_shape& of, const transform<double>& frame, std::vector<handle>& to) {
    const double sides[] = {of.half.x, of.half.y, of.half.z};
    const handle_part parts[] = {handle_part::side_x, handle_part::side_y, handle_part::side_z};
    for (int i = 0; i < 3; ++i) {
        const place way = rotate(of.rotation, sides[i] * axis_of(parts[i]));
        to.push_back({parts[i], apply(frame, of.a + way)});
    }
}

double& side_of(handled_shape& of, handle_part part) {
    return part == handle_part::side_x   ? of.half.x
           : part == handle_part::side_y ? of.half.y
                                         : of.half.z;
}

} // namespace

place apply(const transform<double>& t, const place& p) {
    return t.translation + rotate(t.rotation, t.scale * p);
}

transform<double> joined(const transform<double>& a, const transform<double>& b) {
    return {a.rotation * b.rotation, apply(a, b.translation), a.scale * b.scale};
}
transform<double> inverted(const transform<double>& t) {
    const quat<double> back = {-t.rotation.x, -t.rotation.y, -t.rotation.z, t.rotation.w};
    return {back, -(1 / t.scale) * rotate(back, t.translation), 1 / t.scale};
}

handled_shape handled(const collider& of) {
    handled_shape out;
    out.shape = of.shape;
    out.a = cast<double>(of.a);
    out.b = cast<double>(of.b);
    out.radius = static_cast<double>(of.radius);
    out.radius_b = static_cast<double>(of.radius_b);
    out.half = cast<double>(of.half);
    out.rotation = cast<double>(of.rotation);
    return out;
}

handled_shape handled(const helper_entry& of) {
    handled_shape out;
    out.shape = collider_shape::capsule;
    out.a = of.head;
    out.b = of.tail;
    out.radius = out.radius_b = of.reach > 0 ? of.reach : length(of.tail - of.head);
    out.has_one_radius = true;
    return out;
}

void put(const handled_shape& before, const handled_shape& now, collider& to) {
    put_place(before.a, now.a, to.a);
    put_place(before.b, now.b, to.b);
    put_place(before.half, now.half, to.half);
    put_number(before.radius, now.radius, to.radius);
    put_number(before.radius_b, now.radius_b, to.radius_b);
}

void put(const handled_shape& before, const handled_shape& now, helper_entry& to) {
    put_place(before.a, now.a, to.head);
    put_place(before.b, now.b, to.tail);
    put_number(before.radius, now.radius, to.reach);
}

place readable(const place& metres) {
    return {rounded(metres.x), rounded(metres.y), rounded(metres.z)};
}

const char* name_of(handle_part part) {
    constexpr const char* names[] = {"whole",  "end_a",  "end_b",  "size_a",  "size_b",  "normal",
                                     "side_x", "side_y", "side_z", "along_x", "along_y", "along_z"};
    return names[static_cast<std::size_t>(part)];
}

std::vector<handle> handles_of(const handled_shape& of, const transform<double>& frame,
                               const view_axes& eye, double arm) {
    std::vector<handle> out;
    const place middle = apply(frame, middle_of(of));
    out.push_back({handle_part::whole, middle});
    const auto size_at = [&](const place& centre, double radius) {
        return apply(frame, centre) + frame.scale * radius * eye.right;
    };
    switch (of.shape) {
    case collider_shape::sphere:
        out.push_back({handle_part::size_a, size_at(of.a, of.radius)});
        break;
    case collider_shape::capsule:
        out.push_back({handle_part::end_a, apply(frame, of.a)});
        out.push_back({handle_part::end_b, apply(frame, of.b)});
        out.push_back({handle_part::size_a, size_at(of.a, of.radius)});
        if (!of.has_one_radius) {
            out.push_back({handle_part::size_b, size_at(of.b, of.radius_b)});
        }
        break;
    case collider_shape::plane:
        out.push_back({handle_part::normal, middle + 2 * arm * rotate(frame.rotation, unit(of.b))});
        break;
    case collider_shape::box: add_sides(of, frame, out); break;
    }
    if (of.is_moved_along_axes) {
        add_axes(middle, frame, arm, out);
    }
    return out;
}

std::optional<std::size_t> nearest_handle(std::span<const handle> all, const view_ray& ray,
                                          double slope) {
    std::optional<std::size_t> best;
    double best_share = slope;
    for (std::size_t h = 0; h < all.size(); ++h) {
        const place way = all[h].at - ray.from;
        const double along = dot(way, ray.direction);
        if (!(along > 0)) {
            continue;
        }
        const double share = length(way - along * ray.direction) / along;
        if (share < best_share) {
            best = h;
            best_share = share;
        }
    }
    return best;
}

place on_plane(const view_ray& ray, const place& point, const place& normal) {
    const double speed = dot(ray.direction, normal);
    if (!(std::abs(speed) > 1e-9)) {
        return point;
    }
    return ray.from + (dot(point - ray.from, normal) / speed) * ray.direction;
}

double along_axis(const view_ray& ray, const place& from, const place& axis) {
    const double across = dot(ray.direction, axis);
    const double area = 1 - across * across;
    if (!(area > 1e-4)) {
        return 0;
    }
    const place apart = ray.from - from;
    return (dot(apart, axis) - across * dot(apart, ray.direction)) / area;
}

handled_shape dragged(const grip& held, const view_ray& now, bool away) {
    handled_shape out = held.before;
    const place begun = on_plane(held.start, held.at, held.eye.forward);
    const place reached = on_plane(now, held.at, held.eye.forward);
    place way = reached - begun;
    if (away) {
        way = dot(way, held.eye.up) * held.eye.forward;
    }
    const auto resized = [&](const place& centre, double radius) {
        const place middle =
            on_plane({apply(held.frame, centre), held.eye.forward}, held.at, held.eye.forward);
        const double more = length(reached - middle) - length(begun - middle);
        return std::max(radius + more / held.frame.scale, least_size);
    };
    const auto slide = [&](const place& axis) {
        return along_axis(now, held.at, axis) - along_axis(held.start, held.at, axis);
    };
    switch (held.part) {
    case handle_part::along_x:
    case handle_part::along_y:
    case handle_part::along_z: {
        const place axis = rotate(held.frame.rotation, axis_of(held.part));
        way = slide(axis) * axis;
        [[fallthrough]];
    }
    case handle_part::whole: {
        const place by = to_frame(held.frame, way);
        out.a = out.a + by;
        if (out.shape == collider_shape::capsule) {
            out.b = out.b + by;
        }
        break;
    }
    case handle_part::end_a: out.a = out.a + to_frame(held.frame, way); break;
    case handle_part::end_b: out.b = out.b + to_frame(held.frame, way); break;
    case handle_part::size_a:
        out.radius = resized(out.a, out.radius);
        if (out.has_one_radius) {
            out.radius_b = out.radius;
        }
        break;
    case handle_part::size_b: out.radius_b = resized(out.b, out.radius_b); break;
    case handle_part::normal: {
        const place tip = held.at + way - apply(held.frame, out.a);
        out.b = unit(to_frame(held.frame, tip));
        break;
    }
    case handle_part::side_x:
    case handle_part::side_y:
    case handle_part::side_z: {
        const place axis = rotate(held.frame.rotation, rotate(out.rotation, axis_of(held.part)));
        double& side = side_of(out, held.part);
        side = std::max(side + slide(axis) / held.frame.scale, least_size);
        break;
    }
    }
    return out;
}

std::optional<double> rim_distance(const handled_shape& of, const transform<double>& frame,
                                   const view_ray& ray) {
    if (of.shape == collider_shape::plane || of.shape == collider_shape::box) {
        return std::nullopt;
    }
    const bool is_sphere = of.shape == collider_shape::sphere;
    // The rim of a cone of balls is that of the balls: twenty of them are near enough for a click.
    constexpr int steps = 20;
    std::optional<double> best;
    double outside = 0;
    double far = 1;
    for (int i = 0; i <= (is_sphere ? 0 : steps); ++i) {
        const double share = static_cast<double>(i) / steps;
        const place centre = apply(frame, of.a + share * (is_sphere ? place{} : of.b - of.a));
        const double radius =
            frame.scale * (of.radius + share * (is_sphere ? 0 : of.radius_b - of.radius));
        const double along = dot(centre - ray.from, ray.direction);
        if (!(along > 0)) {
            return std::nullopt;
        }
        const double out = length(centre - ray.from - along * ray.direction) - radius;
        if (!best || out < outside) { // the ball that the ray is deepest in, or nearest to
            outside = out;
            far = along;
            best = 0;
        }
    }
    *best = std::abs(outside) / far;
    return best;
}

} // namespace viewer

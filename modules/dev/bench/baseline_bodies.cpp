#include <jounce/modules/dev/bench/baseline_bodies.hpp>

#include <jounce/components/block/block_colliders.hpp>

#include <limits>

namespace jounce::bench {
namespace {

using Eigen::Quaternionf;
using Eigen::Vector3f;

constexpr float never = 1e18F; ///< further along a path than any path is long

Vector3f direction(const Vector3f& p, const Vector3f& otherwise) {
    const float size2 = p.squaredNorm();
    return size2 <= 1e-30F ? otherwise : Vector3f(1 / std::sqrt(size2) * p);
}

/// The part of `p` across the unit vector `axis`. Twice, because what the first leaves along the axis
/// is large beside a part across that is small.
Vector3f across_twice(const Vector3f& axis, const Vector3f& p) {
    return across(axis, across(axis, p));
}

/// A unit vector across the unit vector `axis`: +Y as far as possible.
Vector3f upright(const Vector3f& axis) {
    const Vector3f helper = std::abs(axis.y()) > 0.9F ? Vector3f(1, 0, 0) : Vector3f(0, 1, 0);
    return direction(across_twice(axis, helper), helper);
}

/// A plane that touches a shape.
struct touching_plane {
    Vector3f centre;
    Vector3f normal;
    float radius;

    float distance(const Vector3f& p) const { return normal.dot(p - centre) - radius; }
};

struct path {
    Vector3f start;
    Vector3f along; ///< unit, or zero
    float size;
};

/// Where a path meets a ball about the origin.
float ball_entry(const path& way, float radius) {
    const float ahead = -way.start.dot(way.along);
    const Vector3f aside = way.start + ahead * way.along;
    const float chord2 = radius * radius - aside.squaredNorm();
    if (!(chord2 > 0)) {
        return never;
    }
    const float met = ahead - std::sqrt(chord2);
    return met < 0 ? never : met;
}

struct ball_shape {
    float radius;
    Vector3f towards; ///< unit; for points at the centre

    touching_plane nearest(const Vector3f& p) const {
        return {Vector3f::Zero(), direction(p, towards), radius};
    }
    float entry(const path& way) const { return ball_entry(way, radius); }
};

/// Two balls, about the origin and `last` along the axis, and the cone that touches both.
struct capsule_shape {
    Vector3f axis;
    float last;
    float radius;
    float sine, cosine; ///< of the angle between the cone's normals and the axis
    Vector3f towards;   ///< unit, across the axis; for points on it

    touching_plane nearest(const Vector3f& p) const {
        const float height = p.dot(axis);
        const Vector3f side = across_twice(axis, p);
        const Vector3f out = direction(side, towards);
        const float reach = std::max(side.dot(out), 0.0F);
        const float lead = height - reach * (sine / cosine);
        const float at = std::clamp(lead, 0.0F, last);
        float outwards = cosine;
        float upwards = sine;
        if (lead != at) { // beyond the cone, beside one of the balls
            const float above = height - at;
            const float size2 = reach * reach + above * above;
            if (size2 > 1e-30F) {
                const float size = std::sqrt(size2);
                outwards = reach / size;
                upwards = above / size;
            }
        }
        return {at * axis, outwards * out + upwards * axis, radius - at * sine};
    }

    float entry(const path& way) const {
        const path from_last = {way.start - last * axis, way.along, way.size};
        return std::min({ball_entry(way, radius), ball_entry(from_last, radius - last * sine),
                         cone_entry(way)});
    }

    /// Where the distance from the axis is what the cone has at that height.
    float cone_entry(const path& way) const {
        const float height = way.start.dot(axis);
        const float rise = way.along.dot(axis);
        const Vector3f side = across_twice(axis, way.start);
        const Vector3f drift = way.along - rise * axis;
        const float room = radius - height * sine;
        const float reach = side.norm() * cosine;
        const float cosine2 = cosine * cosine;
        const float a = drift.squaredNorm() * cosine2 - (rise * sine) * (rise * sine);
        const float b = side.dot(drift) * cosine2 + room * (rise * sine);
        const float c = (reach - room) * (reach + room);
        const float inner = b * b - a * c;
        if (inner < 0) {
            return never;
        }
        const float divisor = std::sqrt(inner) - b;
        if (std::abs(divisor) <= 1e-20F) {
            return never;
        }
        const float t = std::clamp(c / divisor, -never, never);
        const float met_height = height + t * rise;
        const float at = (met_height - radius * sine) / cosine2;
        const bool is_between = at >= 0 && at <= last && met_height * sine <= radius;
        return is_between && t >= 0 ? t : never;
    }
};

/// A tail that was outside a shape stays on the side it came from, whatever its speed; one that was
/// inside by more than `slack` leaves by the shortest way, and so does one that came not far.
template <class Shape>
touching_plane limit_of(const Shape& shape, const Vector3f& from, const Vector3f& to, float slack,
                        float roundness) {
    if ((to - from).squaredNorm() <= (0.25F * roundness) * (0.25F * roundness)) {
        return shape.nearest(to);
    }
    const float height = shape.nearest(from).distance(from);
    if (height < -slack) {
        return shape.nearest(to);
    }
    const Vector3f along = direction(to - from, Vector3f::Zero());
    const path way = {from, along, (to - from).dot(along)};
    const float entered = height > 0 ? shape.entry(way) : 0.0F;
    return shape.nearest(entered <= way.size ? Vector3f(from + entered * along) : to);
}

float slack_of(const Vector3f& from, const Vector3f& origin, float radius) {
    constexpr float rounding = 16 * std::numeric_limits<float>::epsilon();
    return rounding * (from.lpNorm<1>() + origin.lpNorm<1>()) + radius / 64;
}

struct contact {
    Vector3f normal;
    float depth; ///< not above zero: none
};

contact leave_sphere(const baseline_body& before, const baseline_body& now, const Vector3f& from,
                     const Vector3f& to, float radius) {
    const Vector3f end = to - now.a;
    const bool is_new = before.radius < 0.5F * no_collider;
    const Vector3f start = is_new ? end : Vector3f(from - before.a);
    const float size = std::max(now.radius + radius, 0.0F);
    const ball_shape shape = {size, direction(start, Vector3f(0, 1, 0))};
    const touching_plane limit = limit_of(shape, start, end, slack_of(from, before.a, size), size);
    return {limit.normal, -limit.distance(end)};
}

contact leave_capsule(const baseline_body& before, const baseline_body& now, const Vector3f& from,
                      const Vector3f& to, float radius) {
    const Vector3f span = now.b - now.a;
    const float length = span.norm();
    const float size = std::max(now.radius + radius, 0.0F);
    capsule_shape shape;
    shape.axis = direction(span, Vector3f(0, 1, 0));
    shape.last = length;
    shape.radius = size;
    shape.sine = (size - std::max(now.radius_b + radius, 0.0F)) / length;
    shape.cosine = std::sqrt((1 - shape.sine) * (1 + shape.sine));
    const Vector3f end = to - now.a;
    Vector3f start = end;
    if (before.radius >= 0.5F * no_collider) {
        // Seen from a capsule that has moved and turned meanwhile.
        const Vector3f axis = direction(before.b - before.a, shape.axis);
        start = shortest_arc(axis, shape.axis) * Vector3f(from - before.a);
    }
    shape.towards = direction(across_twice(shape.axis, start), upright(shape.axis));
    const float thinnest = std::max(std::min(size, size - shape.last * shape.sine), 0.0F);
    const touching_plane limit =
        limit_of(shape, start, end, slack_of(from, before.a, size), thinnest);
    return {limit.normal, -limit.distance(end)};
}

/// (a + b)^2 <= 1.25 a^2 + 5 b^2: outside by more than the way is long.
bool is_beyond(float distance2, float radius, float way2) {
    return 1.25F * (radius * radius) + 5 * way2 < distance2;
}

/// Tells without a root that most springs are nowhere near most bodies.
bool is_clear_of(collider_shape shape, const baseline_body& before, const baseline_body& now,
                 const Vector3f& from, const Vector3f& to, float radius) {
    const Vector3f end = to - now.a;
    const Vector3f start = from - before.a;
    const float way2 = (end - start).squaredNorm();
    if (shape == collider_shape::sphere) {
        return is_beyond(end.squaredNorm(), now.radius + radius, way2);
    }
    const Vector3f span = now.b - now.a;
    const float inverse = 1 / std::max(span.squaredNorm(), 1e-30F);
    const float along = std::clamp(end.dot(span) * inverse, 0.0F, 1.0F);
    const Vector3f beside = end - along * span;
    const Vector3f turn = span - (before.b - before.a);
    const float turned2 = turn.squaredNorm() * (start.squaredNorm() * inverse + 1);
    return is_beyond(beside.squaredNorm(), std::max(now.radius, now.radius_b) + radius,
                     2 * way2 + 8 * turned2);
}

Vector3f middle(collider_shape shape, const baseline_body& of) {
    return shape == collider_shape::capsule ? Vector3f(0.5F * (of.a + of.b)) : of.a;
}

/// Takes from a velocity what leads into a body, and what friction holds.
Vector3f slide(const contact& touch, const Vector3f& velocity, const Vector3f& of_body,
               float friction, float rate) {
    const Vector3f relative = velocity - of_body;
    const float normal = relative.dot(touch.normal);
    const Vector3f along = relative - normal * touch.normal;
    const float held = friction * rate * touch.depth;
    const float kept = std::max(1 - held / std::max(along.norm(), 1e-12F), 0.0F);
    return of_body + kept * along + std::max(normal, 0.0F) * touch.normal;
}

/// How a tail goes out whose bone keeps its length and turns about its head.
Vector3f turning_out(const Vector3f& normal, const Vector3f& arm) {
    const float along = normal.dot(arm);
    const float part = along / std::max(arm.squaredNorm(), 1e-30F);
    return 1 / std::max(1 - along * part, 0.25F) * (normal - part * arm);
}

/// Back within length and limit, which a push may have broken.
void put_back(const stable_spring<float>& spring, baseline_meeting& at) {
    const Vector3f axis = to_vector(spring.axis);
    const Vector3f arm = at.inverse_size * (at.turn.conjugate() * Vector3f(at.tail - at.head));
    at.deflection = shorten(across(axis, unbend(axis, arm)), spring.limit_x);
    at.bent = bend(axis, at.deflection);
    at.tail = at.head + at.size * (at.turn * at.bent.tail);
}

} // namespace

bool meet_bodies(const std::vector<bone_collider>& colliders,
                 const std::vector<baseline_body>& before, const std::vector<baseline_body>& now,
                 const baseline_carry& carry, const stable_spring<float>& spring,
                 baseline_meeting& at) {
    constexpr int rounds = 6; // keeping its length may lead back in
    float tolerance = 0;
    for (int round = 0; round < rounds; ++round) {
        bool is_pushed = false;
        const Vector3f was = at.tail;
        for (std::size_t c = 0; c < colliders.size(); ++c) {
            const collider& body = colliders[c].body;
            if ((body.groups & spring.collides_with) == 0 ||
                is_clear_of(body.shape, before[c], now[c], at.from, at.tail, spring.radius)) {
                continue;
            }
            const contact touch =
                body.shape == collider_shape::sphere
                    ? leave_sphere(before[c], now[c], at.from, at.tail, spring.radius)
                    : leave_capsule(before[c], now[c], at.from, at.tail, spring.radius);
            if (touch.depth > tolerance) {
                const bool is_new = before[c].radius < 0.5F * no_collider;
                const Vector3f way =
                    middle(body.shape, now[c]) - carry(middle(body.shape, before[c]));
                const Vector3f of_body = is_new ? Vector3f(Vector3f::Zero()) : at.rate * way;
                at.velocity = slide(touch, at.velocity, of_body, spring.friction, at.rate);
                at.tail += touch.depth * turning_out(touch.normal, at.tail - at.head);
                is_pushed = true;
            }
        }
        if (!is_pushed) {
            return round > 0;
        }
        put_back(spring, at);
        tolerance = 1e-4F * at.size; // nothing is gained any more
        if ((at.tail - was).squaredNorm() <= tolerance * tolerance) {
            return true;
        }
    }
    return true;
}

} // namespace jounce::bench

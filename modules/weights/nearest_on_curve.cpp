#include <jounce/modules/weights/joint_curves.hpp>

#include <jounce/modules/weights/place_math.hpp>

#include <array>
#include <limits>

namespace jounce::weights {
namespace {

/// c[3] w^3 + c[2] w^2 + c[1] w + c[0].
struct cubic {
    std::array<double, 4> c;

    double at(double w) const { return ((c[3] * w + c[2]) * w + c[1]) * w + c[0]; }
    double slope(double w) const { return (3 * c[3] * w + 2 * c[2]) * w + c[1]; }
};

/// The root between two places of different sign, by Newton's steps within the bracket: it needs no case for
/// leading coefficients that vanish, as for straight joints, and cannot run away.
double root_between(const cubic& f, double low, double high) {
    const bool rises = f.at(high) > 0;
    double w = 0.5 * (low + high);
    for (int step = 0; step < 60 && high - low > 1e-16; ++step) {
        const double value = f.at(w);
        if (value == 0) {
            return w;
        }
        ((value > 0) == rises ? high : low) = w;
        const double next = w - value / f.slope(w);
        if (std::abs(next - w) < 1e-16) {
            return w;
        }
        w = next > low && next < high ? next : 0.5 * (low + high);
    }
    return w;
}

/// 0, the places in 0..1 where the cubic turns, 1: between them it has one root at most.
std::size_t monotone_pieces(const cubic& f, std::array<double, 4>& ends) {
    std::size_t count = 0;
    ends[count++] = 0;
    const double half = f.c[2], square = half * half - 3 * f.c[3] * f.c[1];
    if (square > 0) {
        const double q = -(half + std::copysign(std::sqrt(square), half)); // nothing cancels
        const double one = q / (3 * f.c[3]), other = f.c[1] / q;
        for (const double turn : {std::min(one, other), std::max(one, other)}) {
            if (turn > 0 && turn < 1) { // false also for what a division by zero gives
                ends[count++] = turn;
            }
        }
    }
    ends[count++] = 1;
    return count;
}

} // namespace

curve_point nearest_on_curve(const vec3<double>& point, const vec3<double>& first,
                             const vec3<double>& joint, const vec3<double>& second) {
    const vec3<double> a = first - 2.0 * joint + second, b = joint - second, d = second - point;
    if (a == vec3<double>{} && b == vec3<double>{}) {
        return {0.5, length(d)}; // one point: nobody is nearer
    }
    // A quarter of the derivative of |a w^2 + 2 b w + d|^2, the square of the distance.
    const cubic f = {{dot(b, d), 2 * dot(b, b) + dot(a, d), 3 * dot(a, b), dot(a, a)}};
    std::array<double, 4> ends = {};
    const std::size_t count = monotone_pieces(f, ends);
    curve_point best = {0.5, std::numeric_limits<double>::infinity()};
    const auto try_at = [&](double w) {
        const double distance = length(w * (w * a + 2.0 * b) + d);
        if (distance < (1 - 1e-12) * best.distance) {
            best = {w, distance};
        } else if (distance <= (1 + 1e-12) * best.distance) {
            best.weight = 0.5 * (best.weight + w); // neither is nearer, so neither may be preferred
        }
    };
    // Only where the distance begins to rise is it least.
    if (f.at(0) >= 0) {
        try_at(0);
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        if (f.at(ends[i]) < 0 && f.at(ends[i + 1]) > 0) {
            try_at(root_between(f, ends[i], ends[i + 1]));
        }
    }
    if (f.at(1) <= 0) {
        try_at(1);
    }
    return best;
}

} // namespace jounce::weights

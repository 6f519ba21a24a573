#include <jounce/modules/rig/oscillator.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

/// exp(-decay t) times cos (or cosh) and sin(d t)/d (or sinh) of the reduced frequency.
struct decayed_waves {
    double cosine;
    double sine_over_rate;
    double sine_times_decay; ///< decay times the above, without cancellation when over-damped
};

decayed_waves waves_of(double omega, double decay, double t) {
    const double below = (omega - decay) * (omega + decay); // omega^2 - decay^2
    const double d = std::sqrt(std::abs(below));
    if (d * t < 1e-4) { // about critical: three terms are exact here
        const double sign = below < 0 ? 1 : -1;
        const double x2 = sign * (d * t) * (d * t);
        const double fading = std::exp(-decay * t);
        const double sine = fading * t * (1 + x2 / 6);
        return {fading * (1 + x2 / 2), sine, decay * sine};
    }
    if (below > 0) {
        const double fading = std::exp(-decay * t);
        const double sine = fading * std::sin(d * t) / d;
        return {fading * std::cos(d * t), sine, decay * sine};
    }
    const double slow = std::exp(-omega * (omega / (decay + d)) * t); // exp((d - decay) t)
    const double fast = std::exp(-(decay + d) * t);
    const double sine = (slow - fast) / (2 * d);
    return {(slow + fast) / 2, sine, decay * sine};
}

/// Displacement by a constant push of 1 in the given time.
double pushed(double omega, double decay, double t, double yy, double yv) {
    if (omega * t > 1e-3) {
        return (1 - yy) / (omega * omega);
    }
    if (decay * t > 1e-3) { // the spring is a correction to what damping leaves
        const double drift = t * t / 2 - (t - yv) / (2 * decay);
        return (t - yv - omega * omega * drift / (2 * decay)) / (2 * decay);
    }
    return t * t / 2 * (1 - 2 * decay * t / 3 + (4 * decay * decay - omega * omega) * t * t / 12);
}

} // namespace

oscillator_step<double> exact_step(double omega, double decay, double seconds) {
    const decayed_waves w = waves_of(omega, decay, seconds);
    oscillator_step<double> out;
    out.yy = w.cosine + w.sine_times_decay;
    out.yv = w.sine_over_rate;
    out.vy = -omega * (omega * w.sine_over_rate);
    out.vv = w.cosine - w.sine_times_decay;
    if (decay > omega && decay * seconds > 1e-3) {
        // The difference of two large numbers; the two exponentials apart have none.
        const double d = std::sqrt((decay - omega) * (decay + omega));
        const double slow_rate = omega * (omega / (decay + d));
        const double fast_rate = decay + d;
        if (fast_rate > slow_rate * (1 + 1e-6)) {
            const double slow = std::exp(-slow_rate * seconds);
            const double fast = std::exp(-fast_rate * seconds);
            out.vv = (fast_rate * fast - slow_rate * slow) / (fast_rate - slow_rate);
        }
    }
    out.ya = pushed(omega, decay, seconds, out.yy, out.yv);
    return out;
}

template <class Real>
oscillator_step<Real> rounded_step(double omega, double decay, double seconds) {
    const oscillator_step<double> exact = exact_step(omega, decay, seconds);
    // Rounding could make a step of an undamped spring longer than 1 by half a unit in the last place
    // of each entry. Shorter by four of them, it never is.
    const double keep = 1 - 4 * (sizeof(Real) == 4 ? 5.96e-8 : 1.11e-16);
    const auto kept = [&](double x) { return static_cast<Real>(keep * x); };
    oscillator_step<Real> out;
    out.yy = kept(exact.yy);
    out.yv = kept(exact.yv);
    out.vy = kept(exact.vy);
    out.vv = kept(exact.vv);
    out.ya = static_cast<Real>(exact.ya);
    return out;
}

template oscillator_step<float> rounded_step(double, double, double);
template oscillator_step<double> rounded_step(double, double, double);

} // namespace jounce

#pragma once

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace jounce::weights {

inline bool is_finite(const vec3<double>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

/// Share of `b` at the nearest point of the segment a..b, which may be a point.
inline double share_on_segment(const vec3<double>& p, const vec3<double>& a,
                               const vec3<double>& b) {
    const vec3<double> along = b - a;
    const double square = dot(along, along);
    return square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0.0;
}

/// Distance from the nearest point of the segment a..b.
inline double distance_to_segment(const vec3<double>& p, const vec3<double>& a,
                                  const vec3<double>& b) {
    const double share = share_on_segment(p, a, b);
    return length(p - ((1 - share) * a + share * b));
}

/// A box around points, and nothing around none.
class bounds {
public:
    /// What is not finite is left out.
    void add(const vec3<double>& p) {
        if (is_finite(p)) {
            low_ = is_empty_ ? p
                             : vec3<double>{std::min(low_.x, p.x), std::min(low_.y, p.y),
                                            std::min(low_.z, p.z)};
            high_ = is_empty_ ? p
                              : vec3<double>{std::max(high_.x, p.x), std::max(high_.y, p.y),
                                             std::max(high_.z, p.z)};
            is_empty_ = false;
        }
    }
    bool is_empty() const { return is_empty_; }
    /// The diagonal: the extent of what is inside, 0 for none.
    double extent() const { return length(high_ - low_); }

private:
    vec3<double> low_, high_;
    bool is_empty_ = true;
};

inline bounds bounds_of(std::span<const vec3<double>> places) {
    bounds out;
    for (const vec3<double>& p : places) {
        out.add(p);
    }
    return out;
}

} // namespace jounce::weights

#include <jounce/modules/bake/reduce_keys.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::bake {
namespace {

quat<double> quat_at(const float* v) {
    return normalised(cast<double>(quat<float>{v[0], v[1], v[2], v[3]}));
}

/// The angle by the sine of its half, which stays exact for small ones.
double angle_between(const quat<double>& a, const quat<double>& b) {
    const quat<double> turn = quat<double>{-a.x, -a.y, -a.z, a.w} * b;
    return 2 * std::atan2(length(vec3<double>{turn.x, turn.y, turn.z}), std::abs(turn.w));
}

vec3<double> vector_at(const float* v) { return cast<double>(vec3<float>{v[0], v[1], v[2]}); }

/// A span of keys between two that stay.
struct stretch {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

/// The key between them that a straight way from first to last misses most.
std::pair<std::uint32_t, double> worst_key(std::span<const float> times,
                                           std::span<const float> values, track_target target,
                                           const stretch& keys) {
    const std::size_t width = key_width(target);
    const float* from = values.data() + width * keys.first;
    const float* to = values.data() + width * keys.last;
    const double start = static_cast<double>(times[keys.first]);
    const double whole = static_cast<double>(times[keys.last]) - start;
    std::pair<std::uint32_t, double> worst = {keys.first, -1};
    for (std::uint32_t k = keys.first + 1; k < keys.last; ++k) {
        const double share = whole > 0 ? (static_cast<double>(times[k]) - start) / whole : 0;
        const float* key = values.data() + width * k;
        double error = 0;
        if (target == track_target::rotation) {
            error = angle_between(slerp(quat_at(from), quat_at(to), share), quat_at(key));
        } else {
            const vec3<double> a = vector_at(from);
            error = length(a + share * (vector_at(to) - a) - vector_at(key));
        }
        if (error > worst.second) {
            worst = {k, error};
        }
    }
    return worst;
}

} // namespace

quat<double> slerp(const quat<double>& a, const quat<double>& b, double share) {
    const double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const double sign = cosine < 0 ? -1 : 1;
    const double angle = angle_between(a, b) / 2;
    double of_a = 1 - share;
    double of_b = share;
    if (angle > 1e-6) { // nearer than this a straight line is the same in double
        of_a = std::sin((1 - share) * angle) / std::sin(angle);
        of_b = std::sin(share * angle) / std::sin(angle);
    }
    of_b *= sign;
    return normalised(quat<double>{of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y,
                                   of_a * a.z + of_b * b.z, of_a * a.w + of_b * b.w});
}

double key_distance(track_target target, const float* a, const float* b) {
    return target == track_target::rotation ? angle_between(quat_at(a), quat_at(b))
                                            : length(vector_at(a) - vector_at(b));
}

std::vector<std::uint32_t> reduce_keys(std::span<const float> times, std::span<const float> values,
                                       track_target target, double tolerance) {
    const std::uint32_t count = static_cast<std::uint32_t>(times.size());
    if (count == 0) {
        return {};
    }
    const std::size_t width = key_width(target);
    std::uint32_t differing = 0;
    while (differing < count &&
           key_distance(target, values.data(), values.data() + width * differing) <= tolerance) {
        ++differing;
    }
    if (differing == count) {
        return {0};
    }
    // Splits where the error is largest until none is too large (Ramer, Douglas and Peucker); a list
    // instead of recursion, because a track may have a million keys.
    std::vector<std::uint32_t> kept = {0, count - 1};
    std::vector<stretch> open = {{0, count - 1}};
    while (!open.empty()) {
        const stretch keys = open.back();
        open.pop_back();
        const auto [key, error] = worst_key(times, values, target, keys);
        if (error > tolerance) {
            kept.push_back(key);
            open.push_back({keys.first, key});
            open.push_back({key, keys.last});
        }
    }
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

} // namespace jounce::bake

#include <jounce/modules/tissue/farthest_points.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <limits>

namespace jounce::tissue {

std::vector<std::uint32_t> farthest_points(std::span<const vec3<double>> points,
                                           std::span<const std::uint32_t> candidates,
                                           std::size_t count, std::span<const double> density,
                                           std::size_t first,
                                           std::span<const std::uint32_t> already) {
    std::vector<std::uint32_t> out;
    std::vector<double> square(candidates.size(), std::numeric_limits<double>::infinity());
    const auto weight = [&](std::size_t c) { return density.empty() ? 1.0 : density[c]; };
    // Brings the distances up to date and finds the farthest candidate; their number if there is none.
    const auto after = [&](const vec3<double>& chosen) {
        std::size_t next = candidates.size();
        double furthest = 0;
        for (std::size_t c = 0; c < candidates.size(); ++c) {
            const vec3<double> way = points[candidates[c]] - chosen;
            square[c] = std::min(square[c], dot(way, way));
            const double far = square[c] * weight(c) * weight(c);
            if (far > furthest) {
                furthest = far;
                next = c;
            }
        }
        return next;
    };
    std::size_t next = first;
    if (!(next < candidates.size() && weight(next) > 0)) {
        for (next = 0; next < candidates.size() && !(weight(next) > 0);) {
            ++next;
        }
    }
    for (const std::uint32_t point : already) {
        next = after(points[point]);
    }
    out.reserve(std::min(count, candidates.size()));
    while (next < candidates.size() && out.size() < count) {
        out.push_back(candidates[next]);
        next = after(points[candidates[next]]);
    }
    return out;
}

} // namespace jounce::tissue

#include <jounce/modules/tissue/farthest_points.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <limits>

namespace jounce::tissue {

std::vector<std::uint32_t> farthest_points(std::span<const vec3<double>> points,
                                           std::span<const std::uint32_t> candidates,
                                           std::size_t count, std::span<const double> density,
                                           std::size_t first) {
    std::vector<std::uint32_t> out;
    if (candidates.empty() || count == 0) {
        return out;
    }
    std::vector<double> square(candidates.size(), std::numeric_limits<double>::infinity());
    const auto weight = [&](std::size_t c) { return density.empty() ? 1.0 : density[c]; };
    if (!(weight(first) > 0)) {
        first = 0;
        while (first < candidates.size() && !(weight(first) > 0)) {
            ++first;
        }
    }
    out.reserve(std::min(count, candidates.size()));
    for (std::size_t next = first; next < candidates.size() && out.size() < count;) {
        const vec3<double>& chosen = points[candidates[next]];
        out.push_back(candidates[next]);
        next = candidates.size();
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
    }
    return out;
}

} // namespace jounce::tissue

#include <jounce/modules/decompose_file/surface_normals.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace jounce::decompose {

std::vector<std::uint32_t> same_places(std::span<const vec3<double>> positions) {
    std::vector<std::uint32_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t v) {
        const vec3<double>& at = positions[v];
        return std::tuple(at.x, at.y, at.z, v);
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::vector<std::uint32_t> out(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_same = i > 0 && positions[order[i]] == positions[order[i - 1]];
        out[order[i]] = is_same ? out[order[i - 1]] : order[i];
    }
    return out;
}

std::vector<vec3<double>> surface_normals(std::span<const vec3<double>> positions,
                                          std::span<const std::uint32_t> triangles,
                                          std::span<const std::uint32_t> shared) {
    std::vector<vec3<double>> sums(positions.size());
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
        const vec3<double>& a = positions[triangles[t]];
        const vec3<double> twice_area =
            cross(positions[triangles[t + 1]] - a, positions[triangles[t + 2]] - a);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            vec3<double>& sum = sums[shared[triangles[t + corner]]];
            sum = sum + twice_area;
        }
    }
    std::vector<vec3<double>> out(positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const vec3<double>& sum = sums[shared[v]];
        const double size = length(sum);
        out[v] = size > 0 ? (1 / size) * sum : vec3<double>{0, 1, 0};
    }
    return out;
}

} // namespace jounce::decompose

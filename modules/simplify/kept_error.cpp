#include <jounce/modules/simplify/simplify.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <limits>

namespace jounce::simplify {

double error_on_kept(std::span<const vec3<double>> frames, std::span<const vec3<double>> skinned,
                     std::size_t vertex_count, std::span<const std::uint32_t> kept) {
    const std::size_t frame_count = vertex_count > 0 ? frames.size() / vertex_count : 0;
    double wrong = 0;
    double moved = 0;
    for (const std::uint32_t v : kept) {
        vec3<double> mean = {0, 0, 0};
        for (std::size_t f = 0; f < frame_count; ++f) {
            mean = mean + (1.0 / static_cast<double>(frame_count)) * frames[f * vertex_count + v];
        }
        for (std::size_t f = 0; f < frame_count; ++f) {
            const vec3<double>& at = frames[f * vertex_count + v];
            const vec3<double> off = at - skinned[f * vertex_count + v];
            wrong += dot(off, off);
            moved += dot(at - mean, at - mean);
        }
    }
    if (wrong == 0) {
        return 0;
    }
    return moved > 0 ? 100 * std::sqrt(wrong / moved) : std::numeric_limits<double>::infinity();
}

} // namespace jounce::simplify

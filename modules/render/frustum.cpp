#include <jounce/modules/render/frustum.hpp>

#include <cmath>
#include <cstddef>

namespace jounce::render {
namespace {

struct plane_numbers {
    double v[4];
};

plane_numbers sum(const plane_numbers& a, double sign, const plane_numbers& b) {
    plane_numbers out{};
    for (int i = 0; i < 4; ++i) {
        out.v[i] = a.v[i] + sign * b.v[i];
    }
    return out;
}

frustum_plane unit(const plane_numbers& of) {
    const double size = std::sqrt(of.v[0] * of.v[0] + of.v[1] * of.v[1] + of.v[2] * of.v[2]);
    // Infinitely far away, up to rounding: the plane has no direction.
    if (!(size > 1e-7 * std::abs(of.v[3])) || !std::isfinite(of.v[3] / size)) {
        return {};
    }
    const auto share = [&](int i) { return static_cast<float>(of.v[i] / size); };
    return {{share(0), share(1), share(2)}, share(3)};
}

} // namespace

frustum make_frustum(std::span<const float, 16> to_clip, bool homogeneous_depth,
                     const vec3<double>& origin) {
    const auto row = [&](std::size_t r) {
        return plane_numbers{{static_cast<double>(to_clip[r]), static_cast<double>(to_clip[4 + r]),
                              static_cast<double>(to_clip[8 + r]),
                              static_cast<double>(to_clip[12 + r])}};
    };
    const plane_numbers w = row(3);
    return {{unit(sum(w, 1, row(0))), unit(sum(w, -1, row(0))), unit(sum(w, 1, row(1))),
             unit(sum(w, -1, row(1))), unit(homogeneous_depth ? sum(w, 1, row(2)) : row(2)),
             unit(sum(w, -1, row(2)))},
            origin};
}

} // namespace jounce::render

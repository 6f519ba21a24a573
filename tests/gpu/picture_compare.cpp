#include "picture_compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace gpu_test {
namespace {

using colour = std::array<double, 3>;

colour lightness_and_colour(const demo::image& of, std::size_t x, std::size_t y) {
    const std::uint8_t* p = of.rgba.data() + 4 * (y * of.width + x);
    const double r = p[0] / 255.0;
    const double g = p[1] / 255.0;
    const double b = p[2] / 255.0;
    const double light = 0.299 * r + 0.587 * g + 0.114 * b;
    return {light, b - light, r - light};
}

colour blurred(const demo::image& of, std::size_t x, std::size_t y) {
    colour sum{};
    double count = 0;
    const std::size_t last_y = std::min<std::size_t>(y + 1, of.height - 1);
    const std::size_t last_x = std::min<std::size_t>(x + 1, of.width - 1);
    for (std::size_t j = y == 0 ? 0 : y - 1; j <= last_y; ++j) {
        for (std::size_t i = x == 0 ? 0 : x - 1; i <= last_x; ++i) {
            const colour each = lightness_and_colour(of, i, j);
            for (std::size_t c = 0; c < 3; ++c) {
                sum[c] += each[c];
            }
            ++count;
        }
    }
    return {sum[0] / count, sum[1] / count, sum[2] / count};
}

bool same_size(const demo::image& a, const demo::image& b) {
    return a.width == b.width && a.height == b.height && a.rgba.size() == b.rgba.size() &&
           !a.rgba.empty();
}

} // namespace

double share_of_different_pixels(const demo::image& a, const demo::image& b, int tolerance) {
    if (!same_size(a, b)) {
        return 1;
    }
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            most = std::max(most, std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}));
        }
        different += most > tolerance ? 1U : 0U;
    }
    return static_cast<double>(different) / (static_cast<double>(a.rgba.size()) / 4);
}

double visible_difference(const demo::image& a, const demo::image& b) {
    if (!same_size(a, b)) {
        return 1;
    }
    std::size_t different = 0;
    for (std::size_t y = 0; y < a.height; ++y) {
        for (std::size_t x = 0; x < a.width; ++x) {
            const colour p = blurred(a, x, y);
            const colour q = blurred(b, x, y);
            const double colours = std::max(std::abs(p[1] - q[1]), std::abs(p[2] - q[2]));
            different += std::abs(p[0] - q[0]) > 0.04 || colours > 0.05 ? 1U : 0U;
        }
    }
    return static_cast<double>(different) / (static_cast<double>(a.width) * a.height);
}

} // namespace gpu_test

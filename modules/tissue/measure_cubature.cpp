#include <jounce/modules/tissue/measure_cubature.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace jounce::tissue {
namespace {

constexpr int shapes = 8; ///< of each sort

/// Numbers of -1..1 that are the same everywhere.
class dice {
public:
    double next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state_ >> 11U) / 4503599627370496.0 - 1;
    }
    vec3<double> vector() {
        const double x = next();
        const double y = next();
        return {x, y, next()};
    }

private:
    std::uint64_t state_ = 18;
};

double norm_of(const std::vector<vec3<double>>& of) {
    double sum = 0;
    for (const vec3<double>& one : of) {
        sum += dot(one, one);
    }
    return std::sqrt(sum);
}

} // namespace

void measure_cubature(std::span<const strain_sample> points, std::span<const strain_sample> all,
                      const flesh_constants& flesh, std::span<const vec3<double>> handles,
                      double reach, tissue_figures& to) {
    dice from;
    vec3<double> middle;
    for (const vec3<double>& at : handles) {
        middle = middle + (1 / static_cast<double>(handles.size())) * at;
    }
    double extent = 0;
    for (const vec3<double>& at : handles) {
        extent = std::max(extent, length(at - middle));
    }
    for (int i = 0; i < 2 * shapes; ++i) {
        const bool is_rough = i < shapes;
        std::vector<vec3<double>> shift;
        const vec3<double> all_by = from.vector(), x = from.vector(), y = from.vector(),
                           z = from.vector();
        for (const vec3<double>& at : handles) {
            const vec3<double> off = extent > 0 ? (1 / extent) * (at - middle) : at - middle;
            shift.push_back(reach * (is_rough
                                         ? from.vector()
                                         : 0.5 * (all_by + off.x * x + off.y * y + off.z * z)));
        }
        std::vector<vec3<double>> found(handles.size()), wanted(handles.size());
        const double energy = elastic_energy(points, flesh, shift, found);
        const double whole = elastic_energy(all, flesh, shift, wanted);
        const double size = norm_of(wanted);
        for (std::size_t h = 0; h < found.size(); ++h) {
            found[h] = found[h] - wanted[h];
        }
        const double slope = size > 0 ? norm_of(found) / size : 0;
        (is_rough ? to.rough_gradient_error : to.smooth_gradient_error) += slope / shapes;
        if (is_rough) {
            const double off = whole > 0 ? std::abs(energy / whole - 1) : 0;
            to.energy_error += off / shapes;
            to.largest_energy_error = std::max(to.largest_energy_error, off);
        }
    }
}

} // namespace jounce::tissue

#include <jounce/modules/gltf/meshes.hpp>

#include <jounce/components/base/scalar_math.hpp>

#include <array>
#include <cmath>

namespace jounce::gltf {
namespace {

/// Shorter than this, a normal shows nowhere.
constexpr double least_length = 1e-6;

bool is_direction(const vec3<float>& normal) {
    return is_finite(normal) && length(cast<double>(normal)) >= least_length;
}

} // namespace

bool is_finite(const vec3<float>& v) {
    const auto good = [](float number) {
        return std::abs(static_cast<double>(number)) <= json::max_number; // false for NaN
    };
    return good(v.x) && good(v.y) && good(v.z);
}

void mend_normals(source& from, const primitive_source& of, mesh& into) {
    std::vector<vec3<float>>& normals = into.vertices.normals;
    std::vector<std::size_t> bad;
    for (std::size_t v = 0; v < normals.size(); ++v) {
        if (!is_direction(normals[v])) {
            bad.push_back(v);
        }
    }
    if (bad.empty() ||
        !from.take_bytes(normals.size() * (sizeof(vec3<double>) + sizeof(std::size_t)), of.place)) {
        return;
    }
    // Each triangle counts by its area.
    std::vector<vec3<double>> sums(normals.size());
    for (std::size_t t = 0; t + 2 < into.triangles.size(); t += 3) {
        const std::array<std::size_t, 3> corner = {into.triangles[t], into.triangles[t + 1],
                                                   into.triangles[t + 2]};
        const auto at = [&](std::size_t i) {
            return cast<double>(into.vertices.positions[corner[i]]);
        };
        const vec3<double> facing = cross(at(1) - at(0), at(2) - at(0));
        for (const std::size_t v : corner) {
            sums[v] = sums[v] + facing;
        }
    }
    for (const std::size_t v : bad) {
        const double size = length(sums[v]);
        // Vertices of no triangle, or only of some without area, face anywhere.
        normals[v] = size > 0 ? cast<float>((1 / size) * sums[v]) : vec3<float>{0, 0, 1};
    }
    from.warn(of.place + "/attributes/NORMAL",
              "has " + std::to_string(bad.size()) +
                  " normals that are not finite or have no length; they were made anew of the "
                  "triangles");
}

} // namespace jounce::gltf

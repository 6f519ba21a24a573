#include <jounce/systems/skin/displace_skin.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {

template <class Real>
void displace_skin(const basic_tissue_set<Real>& flesh, std::span<const vec3<Real>> displacements,
                   std::span<vec3<Real>> positions, std::span<vec3<Real>> normals) noexcept {
    const bool fits = displacements.size() >= static_cast<std::size_t>(flesh.handle_count);
    JOUNCE_ASSERT(fits, "displace_skin needs a displacement per handle");
    if (fits) {
        displace_skin<Real>(flesh.vertex_first, flesh.vertex_weights, displacements, positions,
                            normals);
    }
}

template <class Real>
void displace_skin(std::span<const std::uint32_t> vertex_first,
                   std::span<const tissue_weight<Real>> weights,
                   std::span<const vec3<Real>> displacements, std::span<vec3<Real>> positions,
                   std::span<vec3<Real>> normals) noexcept {
    const bool fits = positions.size() < std::max<std::size_t>(vertex_first.size(), 1) &&
                      (normals.empty() || normals.size() == positions.size());
    JOUNCE_ASSERT(fits, "displace_skin needs the vertices of the skin that was baked, and as many "
                        "normals or none");
    if (!fits) {
        return;
    }
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const std::uint32_t first = vertex_first[v];
        const std::uint32_t end = vertex_first[v + 1];
        if (first == end) {
            continue;
        }
        mat3<Real> stretch;
        for (std::uint32_t i = first; i < end; ++i) {
            const tissue_weight<Real>& w = weights[i];
            const vec3<Real>& moved = displacements[static_cast<std::size_t>(w.handle)];
            positions[v] = positions[v] + w.weight * moved;
            stretch.column[0] = stretch.column[0] + w.gradient.x * moved;
            stretch.column[1] = stretch.column[1] + w.gradient.y * moved;
            stretch.column[2] = stretch.column[2] + w.gradient.z * moved;
        }
        if (normals.empty()) {
            continue;
        }
        const vec3<Real> turned = cofactors(stretch) * normals[v];
        const Real size = length(turned);
        // Flesh that is turned inside out keeps its outside.
        const Real sign = determinant(stretch) < 0 ? Real(-1) : Real(1);
        if (size > Real(1e-6)) {
            normals[v] = (sign / size) * turned;
        }
    }
}

template void displace_skin(const basic_tissue_set<float>&, std::span<const vec3<float>>,
                            std::span<vec3<float>>, std::span<vec3<float>>) noexcept;
template void displace_skin(const basic_tissue_set<double>&, std::span<const vec3<double>>,
                            std::span<vec3<double>>, std::span<vec3<double>>) noexcept;
template void displace_skin(std::span<const std::uint32_t>, std::span<const tissue_weight<float>>,
                            std::span<const vec3<float>>, std::span<vec3<float>>,
                            std::span<vec3<float>>) noexcept;
template void displace_skin(std::span<const std::uint32_t>, std::span<const tissue_weight<double>>,
                            std::span<const vec3<double>>, std::span<vec3<double>>,
                            std::span<vec3<double>>) noexcept;

} // namespace jounce

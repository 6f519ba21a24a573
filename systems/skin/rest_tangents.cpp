#include <jounce/systems/skin/rest_tangents.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/systems/skin/tangent_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {

template <class Real>
void morph_tangents(std::span<const tangent4<Real>> at_rest,
                    std::span<const basic_morph_target<Real>> targets,
                    std::span<const float> weights, std::span<const vec3<Real>> normals,
                    std::span<tangent4<Real>> tangents) noexcept {
    const bool fits = tangents.size() >= at_rest.size() && normals.size() >= at_rest.size();
    JOUNCE_ASSERT(fits, "morph_tangents needs a normal and a tangent for every vertex");
    if (!fits) {
        return;
    }
    std::copy(at_rest.begin(), at_rest.end(), tangents.begin());
    bool are_bent = false;
    const std::size_t count = std::min(targets.size(), weights.size());
    for (std::size_t k = 0; k < count; ++k) {
        const Real weight = static_cast<Real>(weights[k]);
        if (weight == 0) {
            continue;
        }
        are_bent = are_bent || !targets[k].normals.empty() || !targets[k].tangents.empty();
        const std::size_t moved = std::min(at_rest.size(), targets[k].tangents.size());
        for (std::size_t v = 0; v < moved; ++v) {
            const vec3<Real>& change = targets[k].tangents[v];
            tangents[v][0] += weight * change.x;
            tangents[v][1] += weight * change.y;
            tangents[v][2] += weight * change.z;
        }
    }
    for (std::size_t v = 0; are_bent && v < at_rest.size(); ++v) {
        const tangent4<Real>& t = tangents[v];
        const vec3<Real> moved = {t[0], t[1], t[2]};
        const vec3<Real> flat = moved - dot(normals[v], moved) * normals[v];
        tangents[v] =
            length(flat) > Real(1e-6) ? tangent_beside(moved, t[3], normals[v]) : at_rest[v];
    }
}

template <class Real>
void displace_tangents(std::span<const std::uint32_t> vertex_first,
                       std::span<const tissue_weight<Real>> weights,
                       std::span<const vec3<Real>> displacements,
                       std::span<const vec3<Real>> normals,
                       std::span<tangent4<Real>> tangents) noexcept {
    const bool fits = tangents.size() < std::max<std::size_t>(vertex_first.size(), 1) &&
                      normals.size() >= tangents.size();
    JOUNCE_ASSERT(fits, "displace_tangents needs the vertices of the skin that was baked, and as "
                        "many normals");
    if (!fits) {
        return;
    }
    for (std::size_t v = 0; v < tangents.size(); ++v) {
        if (vertex_first[v] == vertex_first[v + 1]) {
            continue;
        }
        mat3<Real> stretch;
        for (std::uint32_t i = vertex_first[v]; i < vertex_first[v + 1]; ++i) {
            const tissue_weight<Real>& w = weights[i];
            const vec3<Real>& moved = displacements[static_cast<std::size_t>(w.handle)];
            stretch.column[0] = stretch.column[0] + w.gradient.x * moved;
            stretch.column[1] = stretch.column[1] + w.gradient.y * moved;
            stretch.column[2] = stretch.column[2] + w.gradient.z * moved;
        }
        const tangent4<Real> turned = moved_tangent(stretch, tangents[v], normals[v]);
        // Flesh that is pressed flat along it keeps the direction that it had.
        if (turned[0] != 0 || turned[1] != 0 || turned[2] != 0) {
            tangents[v] = turned;
        }
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void morph_tangents(                                                                  \
        std::span<const tangent4<Real>>, std::span<const basic_morph_target<Real>>,                \
        std::span<const float>, std::span<const vec3<Real>>, std::span<tangent4<Real>>) noexcept;  \
    template void displace_tangents(std::span<const std::uint32_t>,                                \
                                    std::span<const tissue_weight<Real>>,                          \
                                    std::span<const vec3<Real>>, std::span<const vec3<Real>>,      \
                                    std::span<tangent4<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce

#include <jounce/systems/skin/morph.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {
namespace {

template <class Real>
void add(std::span<vec3<Real>> to, Real weight, std::span<const vec3<Real>> deltas) {
    const std::size_t count = std::min(to.size(), deltas.size());
    for (std::size_t v = 0; v < count; ++v) {
        to[v] = to[v] + weight * deltas[v];
    }
}

} // namespace

template <class Real>
void morph(const basic_skinned_mesh<Real>& mesh, std::span<const basic_morph_target<Real>> targets,
           std::span<const float> weights, std::span<vec3<Real>> positions,
           std::span<vec3<Real>> normals) noexcept {
    const bool fits = positions.size() >= mesh.positions.size() &&
                      (normals.empty() || normals.size() >= mesh.normals.size());
    JOUNCE_ASSERT(fits, "morph needs room for every vertex of the mesh");
    if (!fits) {
        return;
    }
    std::copy(mesh.positions.begin(), mesh.positions.end(), positions.begin());
    const bool with_normals = !normals.empty() && !mesh.normals.empty();
    if (with_normals) {
        std::copy(mesh.normals.begin(), mesh.normals.end(), normals.begin());
    }
    bool are_bent = false;
    const std::size_t count = std::min(targets.size(), weights.size());
    for (std::size_t k = 0; k < count; ++k) {
        const Real weight = static_cast<Real>(weights[k]);
        if (weight == 0) {
            continue;
        }
        add<Real>(positions.first(mesh.positions.size()), weight, targets[k].positions);
        if (with_normals && !targets[k].normals.empty()) {
            add<Real>(normals.first(mesh.normals.size()), weight, targets[k].normals);
            are_bent = true;
        }
    }
    for (std::size_t v = 0; are_bent && v < mesh.normals.size(); ++v) {
        const Real size = length(normals[v]);
        normals[v] = size > Real(1e-6) ? (Real(1) / size) * normals[v] : mesh.normals[v];
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void morph(const basic_skinned_mesh<Real>&,                                           \
                        std::span<const basic_morph_target<Real>>, std::span<const float>,         \
                        std::span<vec3<Real>>, std::span<vec3<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce

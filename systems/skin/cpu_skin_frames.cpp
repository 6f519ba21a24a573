#include <jounce/systems/skin/cpu_skin.hpp>
#include <jounce/systems/skin/tangent_math.hpp>

#include <jounce/components/base/assert.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {

template <class Real>
void cpu_skin_frames(skin_method method, const basic_palette<Real>& palette, int lane,
                     const basic_skinned_mesh<Real>& mesh,
                     std::span<const vec3<Real>> from_positions,
                     std::span<const vec3<Real>> from_normals,
                     std::span<const tangent4<Real>> from_tangents, std::span<vec3<Real>> positions,
                     std::span<vec3<Real>> normals, std::span<tangent4<Real>> tangents) noexcept {
    const std::size_t count = mesh.positions.size();
    const bool fits = from_normals.size() >= count && from_tangents.size() >= count &&
                      normals.size() >= count && tangents.size() >= count;
    JOUNCE_ASSERT(fits, "cpu_skin_frames needs a normal and a tangent for every vertex");
    if (!fits) {
        return;
    }
    cpu_skin<Real>(method, palette, lane, mesh, from_positions, from_normals, positions, normals);
    for (std::size_t v = 0; v < count; ++v) {
        const std::size_t first = mesh.first_influence[v];
        const affine<Real> m = skin_matrix<Real>(
            method, palette, lane,
            {mesh.influences.data() + first, mesh.first_influence[v + 1] - first});
        tangents[v] = moved_tangent(m.linear, from_tangents[v], normals[v]);
    }
}

template <class Real>
void to_tangent_groups(std::span<const tangent4<Real>> from,
                       std::span<lane_tangent<Real>> to) noexcept {
    JOUNCE_ASSERT(to.size() == (from.size() + lane_count - 1) / lane_count,
                  "as many groups as eights of vertices");
    for (std::size_t i = 0; i < to.size() * lane_count; ++i) {
        const tangent4<Real>& one = from[std::min(i, from.size() - 1)];
        const int place = static_cast<int>(i % lane_count);
        set_lane(to[i / lane_count].along, place, vec3<Real>{one[0], one[1], one[2]});
        to[i / lane_count].side.v[place] = one[3];
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void cpu_skin_frames(                                                                 \
        skin_method, const basic_palette<Real>&, int, const basic_skinned_mesh<Real>&,             \
        std::span<const vec3<Real>>, std::span<const vec3<Real>>, std::span<const tangent4<Real>>, \
        std::span<vec3<Real>>, std::span<vec3<Real>>, std::span<tangent4<Real>>) noexcept;         \
    template void to_tangent_groups(std::span<const tangent4<Real>>,                               \
                                    std::span<lane_tangent<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce

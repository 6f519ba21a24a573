#include <jounce/systems/skin/skin.hpp>

#include <jounce/components/base/assert.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {

template <class Real>
void skin_mesh(const basic_palette<Real>& palette, int lane, const basic_bound_mesh<Real>& mesh,
               std::span<skin_entry<Real>> entries, std::span<vec3<Real>> positions,
               std::span<vec3<Real>> normals) noexcept {
    JOUNCE_ASSERT(palette.joint_count == mesh.joint_count && palette.mode == mesh.mode,
                  "the mesh was bound for another skin than this palette's");
    JOUNCE_ASSERT(entries.size() >= mesh.entry_count(), "fewer entries than the mesh asks for");
    JOUNCE_ASSERT(positions.size() >= mesh.vertex_count, "fewer positions than vertices");
    JOUNCE_ASSERT(normals.empty() || normals.size() >= mesh.vertex_count,
                  "fewer normals than vertices");
    skin_entries<Real>(palette, lane, mesh, entries);
    skin<Real>(mesh, entries, mesh.positions, mesh.normals, positions, normals);
}

template <class Real>
void to_groups(std::span<const vec3<Real>> from, std::span<lane_vec3<Real>> to) noexcept {
    JOUNCE_ASSERT(to.size() == (from.size() + lane_count - 1) / lane_count,
                  "as many groups as eights of vertices");
    for (std::size_t i = 0; i < to.size() * lane_count; ++i) {
        set_lane(to[i / lane_count], static_cast<int>(i % lane_count),
                 from[std::min(i, from.size() - 1)]);
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void skin_mesh(const basic_palette<Real>&, int, const basic_bound_mesh<Real>&,        \
                            std::span<skin_entry<Real>>, std::span<vec3<Real>>,                    \
                            std::span<vec3<Real>>) noexcept;                                       \
    template void to_groups(std::span<const vec3<Real>>, std::span<lane_vec3<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce

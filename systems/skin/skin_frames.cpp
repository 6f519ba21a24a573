#include <jounce/systems/skin/skin_frames.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/simd/transpose.hpp>
#include <jounce/systems/skin/skin_blend.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real> struct frame_job {
    const basic_bound_mesh<Real>& mesh;
    const skin_entry<Real>* entries;
    const lane_vec3<Real>* from_positions;
    const lane_vec3<Real>* from_normals;
    const lane_tangent<Real>* from_tangents;
    vec3<Real>* positions;
    vec3<Real>* normals;
    tangent4<Real>* tangents;
};

/// Writes eight vertices, or as many as are left.
template <class Real>
JOUNCE_INLINE void write_vectors(vec3<Real>* to, std::size_t left, const vec<Real>& v) {
    Real triples[3 * lane_count];
    store_triples(triples, v.x, v.y, v.z);
    std::memcpy(to, triples, std::min<std::size_t>(left, lane_count) * sizeof(vec3<Real>));
}

template <class Real>
JOUNCE_INLINE void write_tangents(tangent4<Real>* to, std::size_t left, const vec<Real>& along,
                                  const num<Real>& side) {
    static_assert(sizeof(tangent4<Real>) == 4 * sizeof(Real));
    Real fours[4 * lane_count];
    store_rows<Real>(fours, 4, {along.x, along.y, along.z, side});
    std::memcpy(to, fours, std::min<std::size_t>(left, lane_count) * sizeof(tangent4<Real>));
}

/// Groups that all have the same number of slots.
template <class Real, class Blend, int Count>
[[gnu::noinline]] void frame_run(const frame_job<Real>& job, std::size_t first, std::size_t end) {
    const std::uint32_t* first_slot = job.mesh.first_slot.data();
    for (std::size_t g = first; g < end; ++g) {
        const skin_slot<Real>* slots = job.mesh.slots.data() + first_slot[g];
        const int count = static_cast<int>(first_slot[g + 1] - first_slot[g]);
        const Blend blended(blend<Real, Count>(job.entries, slots, count));
        const std::size_t vertex = g * lane_count;
        const std::size_t left = job.mesh.vertex_count - vertex;
        write_vectors(job.positions + vertex, left, blended.position(load(job.from_positions[g])));
        const vec<Real> normal = blended.normal(load(job.from_normals[g]));
        write_vectors(job.normals + vertex, left, normal);
        const vec<Real> moved = blended.direction(load(job.from_tangents[g].along));
        const vec<Real> along = unit(moved - dot(normal, moved) * normal, splat(Real(1)));
        write_tangents(job.tangents + vertex, left, along,
                       with_sign_of(blended.volume(), load(job.from_tangents[g].side)));
    }
}

template <class Real, class Blend> void frame_groups(const frame_job<Real>& job) {
    const std::uint32_t* first_slot = job.mesh.first_slot.data();
    const std::size_t groups = job.mesh.group_count();
    for (std::size_t first = 0; first < groups;) {
        const std::uint32_t count = first_slot[first + 1] - first_slot[first];
        std::size_t end = first + 1;
        while (end < groups && first_slot[end + 1] - first_slot[end] == count) {
            ++end;
        }
        // The usual counts have no loop inside.
        switch (count) {
        case 1: frame_run<Real, Blend, 1>(job, first, end); break;
        case 2: frame_run<Real, Blend, 2>(job, first, end); break;
        case 3: frame_run<Real, Blend, 3>(job, first, end); break;
        case 4: frame_run<Real, Blend, 4>(job, first, end); break;
        default: frame_run<Real, Blend, 0>(job, first, end);
        }
        first = end;
    }
}

} // namespace

template <class Real>
void skin_frames(const basic_bound_mesh<Real>& mesh, std::span<const skin_entry<Real>> entries,
                 std::span<const lane_vec3<Real>> from_positions,
                 std::span<const lane_vec3<Real>> from_normals,
                 std::span<const lane_tangent<Real>> from_tangents, std::span<vec3<Real>> positions,
                 std::span<vec3<Real>> normals, std::span<tangent4<Real>> tangents) noexcept {
    const frame_job<Real> job = {mesh,
                                 entries.data(),
                                 from_positions.data(),
                                 from_normals.data(),
                                 from_tangents.data(),
                                 positions.data(),
                                 normals.data(),
                                 tangents.data()};
    if (mesh.method == skin_method::linear) {
        frame_groups<Real, linear_blend<Real>>(job);
    } else if (mesh.mode == palette_mode::polar) {
        frame_groups<Real, dual_blend<Real, palette_mode::polar>>(job);
    } else {
        frame_groups<Real, dual_blend<Real, palette_mode::diagonal>>(job);
    }
}

JOUNCE_DEFINED(skin_frames)

} // namespace jounce::JOUNCE_LEVEL

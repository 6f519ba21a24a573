#include <jounce/systems/skin/skin.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/simd/transpose.hpp>
#include <jounce/systems/skin/skin_blend.hpp>

#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Numbers of an entry.
constexpr std::ptrdiff_t entry_size = 2 * lane_count;

/// Writes eight vertices, or as many as are left.
template <class Real>
JOUNCE_INLINE void write(vec3<Real>* to, std::size_t left, const vec<Real>& v) {
    static_assert(sizeof(vec3<Real>) == 3 * sizeof(Real));
    if (left >= lane_count) {
        store_triples(&to->x, v.x, v.y, v.z);
    } else {
        Real triples[3 * lane_count];
        store_triples(triples, v.x, v.y, v.z);
        std::memcpy(to, triples, left * sizeof(vec3<Real>));
    }
}

template <class Real> struct skin_job {
    const basic_bound_mesh<Real>& mesh;
    const skin_entry<Real>* entries;
    const lane_vec3<Real>* from_positions;
    const lane_vec3<Real>* from_normals; ///< null: no normals
    vec3<Real>* positions;
    vec3<Real>* normals;
};

/// Groups that all have the same number of slots.
template <class Real, class Blend, bool WithNormals, int Count>
[[gnu::noinline]] void skin_run(const skin_job<Real>& job, std::size_t first, std::size_t end) {
    const std::uint32_t* first_slot = job.mesh.first_slot.data();
    for (std::size_t g = first; g < end; ++g) {
        const skin_slot<Real>* slots = job.mesh.slots.data() + first_slot[g];
        const int count = static_cast<int>(first_slot[g + 1] - first_slot[g]);
        const Blend blended(blend<Real, Count>(job.entries, slots, count));
        const std::size_t vertex = g * lane_count;
        const std::size_t left = job.mesh.vertex_count - vertex;
        write(job.positions + vertex, left, blended.position(load(job.from_positions[g])));
        if constexpr (WithNormals) {
            write(job.normals + vertex, left, blended.normal(load(job.from_normals[g])));
        }
    }
}

template <class Real, class Blend, bool WithNormals> void skin_groups(const skin_job<Real>& job) {
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
        case 1: skin_run<Real, Blend, WithNormals, 1>(job, first, end); break;
        case 2: skin_run<Real, Blend, WithNormals, 2>(job, first, end); break;
        case 3: skin_run<Real, Blend, WithNormals, 3>(job, first, end); break;
        case 4: skin_run<Real, Blend, WithNormals, 4>(job, first, end); break;
        default: skin_run<Real, Blend, WithNormals, 0>(job, first, end);
        }
        first = end;
    }
}

template <class Real, class Blend> void skin_with(const skin_job<Real>& job) {
    if (job.from_normals != nullptr) {
        skin_groups<Real, Blend, true>(job);
    } else {
        skin_groups<Real, Blend, false>(job);
    }
}

/// One row of eight joints, in lanes.
template <class Real> struct joint_rows {
    const palette_row<Real>* rows;
    std::ptrdiff_t per_joint;

    template <class Joint> JOUNCE_INLINE columns<Real> at(int row, Joint&& joint) const {
        return load_columns<Real>([&](int i) { return rows[joint(i) * per_joint + row].v; });
    }
};

template <class Real>
JOUNCE_INLINE void linear_entries(const joint_rows<Real>& palette, palette_mode mode,
                                  const skin_pair* pairs, skin_entry<Real>* to) {
    const auto joint = [&](int i) { return static_cast<std::ptrdiff_t>(pairs[i].joint); };
    const columns<Real> q = palette.at(0, joint);
    const columns<Real> e = palette.at(1, joint);
    const columns<Real> d = palette.at(2, joint);
    const num<Real> zero = splat(Real(0));
    columns<Real> o = {zero, zero, zero, zero};
    if (mode == palette_mode::polar) {
        o = palette.at(3, joint);
    }
    const matrix<Real> stretch = {{{d.x, o.z, o.y}, {o.z, d.y, o.x}, {o.y, o.x, d.z}}};
    const matrix<Real> m = to_matrix<Real>({q.x, q.y, q.z, q.w}) * stretch;
    const vec<Real> axis = {q.x, q.y, q.z};
    const vec<Real> dual = {e.x, e.y, e.z};
    const vec<Real> t = Real(2) * (q.w * dual - e.w * axis + cross(axis, dual));
    Real* first = to->low.v;
    store_rows<Real>(first, entry_size, {m.column[0].x, m.column[1].x, m.column[2].x, t.x});
    store_rows<Real>(first + 4, entry_size, {m.column[0].y, m.column[1].y, m.column[2].y, t.y});
    first = to->high.v;
    store_rows<Real>(first, entry_size, {m.column[0].z, m.column[1].z, m.column[2].z, t.z});
    store_rows<Real>(first + 4, entry_size, {zero, zero, zero, zero});
}

/// The rows of a palette of matrices are what vertices blend.
template <class Real>
JOUNCE_INLINE void matrix_entries(const joint_rows<Real>& palette, const skin_pair* pairs,
                                  skin_entry<Real>* to) {
    for (int i = 0; i < lane_count; ++i) {
        const palette_row<Real>* rows = palette.rows + pairs[i].joint * palette.per_joint;
        std::memcpy(to[i].low.v, rows, sizeof to[i].low);
        std::memcpy(to[i].high.v, rows + 2, sizeof(palette_row<Real>));
        std::memset(to[i].high.v + 4, 0, sizeof(palette_row<Real>));
    }
}

template <class Real>
JOUNCE_INLINE void dual_entries(const joint_rows<Real>& palette, palette_mode mode,
                                const skin_pair* pairs, skin_entry<Real>* to) {
    const auto joint = [&](int i) { return static_cast<std::ptrdiff_t>(pairs[i].joint); };
    const auto pivot = [&](int i) { return static_cast<std::ptrdiff_t>(pairs[i].pivot); };
    const columns<Real> p = palette.at(0, pivot);
    const columns<Real> q = palette.at(0, joint);
    const num<Real> side = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    lane<Real> signs;
    store(signs, with_sign_of(side, splat(Real(1))));
    for (int i = 0; i < lane_count; ++i) {
        const palette_row<Real>* rows = palette.rows + joint(i) * palette.per_joint;
        lane<Real> dual_quaternion;
        std::memcpy(dual_quaternion.v, rows, sizeof dual_quaternion);
        store(to[i].low, splat(signs.v[i]) * load(dual_quaternion));
        std::memcpy(to[i].high.v, rows + 2, sizeof(palette_row<Real>));
        if (mode == palette_mode::polar) {
            std::memcpy(to[i].high.v + 4, rows + 3, sizeof(palette_row<Real>));
        } else {
            std::memset(to[i].high.v + 4, 0, sizeof(palette_row<Real>));
        }
    }
}

/// What moves nothing.
template <class Real> skin_entry<Real> still(skin_method method) {
    if (method == skin_method::linear) {
        return {{{1, 0, 0, 0, 0, 1, 0, 0}}, {{0, 0, 1, 0, 0, 0, 0, 0}}};
    }
    return {{{0, 0, 0, 1, 0, 0, 0, 0}}, {{1, 1, 1, 0, 0, 0, 0, 0}}};
}

} // namespace

template <class Real>
void skin_entries(const basic_palette<Real>& palette, int lane, const basic_bound_mesh<Real>& mesh,
                  std::span<skin_entry<Real>> entries) noexcept {
    const joint_rows<Real> rows = {palette.lane_rows(lane), palette.rows_per_joint()};
    for (std::size_t p = 0; p < mesh.pairs.size(); p += lane_count) {
        if (palette.mode == palette_mode::matrix) {
            matrix_entries(rows, mesh.pairs.data() + p, entries.data() + p);
        } else if (mesh.method == skin_method::linear) {
            linear_entries(rows, palette.mode, mesh.pairs.data() + p, entries.data() + p);
        } else {
            dual_entries(rows, palette.mode, mesh.pairs.data() + p, entries.data() + p);
        }
    }
    entries[mesh.pairs.size()] = still<Real>(mesh.method);
}

template <class Real>
void skin(const basic_bound_mesh<Real>& mesh, std::span<const skin_entry<Real>> entries,
          std::span<const lane_vec3<Real>> from_positions,
          std::span<const lane_vec3<Real>> from_normals, std::span<vec3<Real>> positions,
          std::span<vec3<Real>> normals) noexcept {
    const bool with_normals = !from_normals.empty() && !normals.empty();
    const skin_job<Real> job = {mesh,
                                entries.data(),
                                from_positions.data(),
                                with_normals ? from_normals.data() : nullptr,
                                positions.data(),
                                normals.data()};
    if (mesh.method == skin_method::linear) {
        skin_with<Real, linear_blend<Real>>(job);
    } else if (mesh.mode == palette_mode::polar) {
        skin_with<Real, dual_blend<Real, palette_mode::polar>>(job);
    } else {
        skin_with<Real, dual_blend<Real, palette_mode::diagonal>>(job);
    }
}

JOUNCE_DEFINED(skin_entries)
JOUNCE_DEFINED(skin)

} // namespace jounce::JOUNCE_LEVEL

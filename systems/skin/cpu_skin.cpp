#include <jounce/systems/skin/cpu_skin.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cstddef>

namespace jounce {
namespace {

/// A palette entry, or a blend of several.
template <class Real> struct skin_transform {
    quat<Real> real{0, 0, 0, 0};
    quat<Real> dual{0, 0, 0, 0};
    vec3<Real> diagonal;
    vec3<Real> off_diagonal; ///< yz, xz, xy
};

template <class Real>
skin_transform<Real> read_entry(const basic_palette<Real>& palette, int lane, std::int32_t joint) {
    const palette_row<Real>* rows =
        palette.lane_rows(lane) + static_cast<std::ptrdiff_t>(joint) * palette.rows_per_joint();
    skin_transform<Real> out;
    out.real = {rows[0].v[0], rows[0].v[1], rows[0].v[2], rows[0].v[3]};
    out.dual = {rows[1].v[0], rows[1].v[1], rows[1].v[2], rows[1].v[3]};
    out.diagonal = {rows[2].v[0], rows[2].v[1], rows[2].v[2]};
    if (palette.mode == palette_mode::polar) {
        out.off_diagonal = {rows[3].v[0], rows[3].v[1], rows[3].v[2]};
    }
    return out;
}

template <class Real> mat3<Real> stretch_matrix(const skin_transform<Real>& t) {
    const vec3<Real>& d = t.diagonal;
    const vec3<Real>& o = t.off_diagonal;
    return {{{d.x, o.z, o.y}, {o.z, d.y, o.x}, {o.y, o.x, d.z}}};
}

/// 2 (w v_e - w_e v + v x v_e) for a unit real part.
template <class Real> vec3<Real> translation_of(const skin_transform<Real>& t) {
    const vec3<Real> v = {t.real.x, t.real.y, t.real.z};
    const vec3<Real> e = {t.dual.x, t.dual.y, t.dual.z};
    return Real(2) * (t.real.w * e - t.dual.w * v + cross(v, e));
}

/// Inverse transpose up to length, without dividing: flattened and mirrored parts keep a direction.
template <class Real> mat3<Real> normal_matrix(const mat3<Real>& m) {
    const Real sign = determinant(m) < 0 ? Real(-1) : Real(1);
    const mat3<Real> c = cofactors(m);
    return {{sign * c.column[0], sign * c.column[1], sign * c.column[2]}};
}

template <class Real> vec3<Real> unit(const vec3<Real>& v) {
    const Real n = length(v);
    return n > 0 ? (Real(1) / n) * v : v;
}

template <class Real> affine<Real> matrix_of(const skin_transform<Real>& t) {
    return {to_matrix(t.real) * stretch_matrix(t), translation_of(t)};
}

/// The transform of one joint, for any mode of the palette.
template <class Real>
affine<Real> joint_matrix(const basic_palette<Real>& palette, int lane, std::int32_t joint) {
    if (palette.mode != palette_mode::matrix) {
        return matrix_of(read_entry(palette, lane, joint));
    }
    const palette_row<Real>* rows =
        palette.lane_rows(lane) + static_cast<std::ptrdiff_t>(joint) * palette.rows_per_joint();
    const auto column = [&](int c) { return vec3<Real>{rows[0].v[c], rows[1].v[c], rows[2].v[c]}; };
    return {{{column(0), column(1), column(2)}}, column(3)};
}

template <class Real> void add(quat<Real>& to, Real weight, const quat<Real>& q) {
    to = {to.x + weight * q.x, to.y + weight * q.y, to.z + weight * q.z, to.w + weight * q.w};
}

template <class Real>
affine<Real> blend_linear(const basic_palette<Real>& palette, int lane,
                          std::span<const basic_influence<Real>> influences) {
    affine<Real> sum;
    sum.linear = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (const basic_influence<Real>& influence : influences) {
        const affine<Real> m = joint_matrix(palette, lane, influence.joint);
        for (int c = 0; c < 3; ++c) {
            sum.linear.column[c] = sum.linear.column[c] + influence.weight * m.linear.column[c];
        }
        sum.translation = sum.translation + influence.weight * m.translation;
    }
    return sum;
}

template <class Real>
affine<Real> blend_dual(const basic_palette<Real>& palette, int lane,
                        std::span<const basic_influence<Real>> influences) {
    if (influences.empty()) {
        return {};
    }
    // q and -q are the same rotation: all are taken on the side of the heaviest.
    const basic_influence<Real>* heaviest = &influences.front();
    Real total = 0;
    for (const basic_influence<Real>& influence : influences) {
        heaviest = influence.weight > heaviest->weight ? &influence : heaviest;
        total += influence.weight;
    }
    const quat<Real> pivot = read_entry(palette, lane, heaviest->joint).real;
    skin_transform<Real> sum;
    for (const basic_influence<Real>& influence : influences) {
        const skin_transform<Real> t = read_entry(palette, lane, influence.joint);
        const Real side =
            pivot.x * t.real.x + pivot.y * t.real.y + pivot.z * t.real.z + pivot.w * t.real.w;
        const Real weight = side < 0 ? -influence.weight : influence.weight;
        add(sum.real, weight, t.real);
        add(sum.dual, weight, t.dual);
        const Real share = total != 0 ? influence.weight / total : Real(0);
        sum.diagonal = sum.diagonal + share * t.diagonal;
        sum.off_diagonal = sum.off_diagonal + share * t.off_diagonal;
    }
    const quat<Real> r = sum.real;
    const Real norm = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
    if (!(norm > 0)) {
        return {}; // weights that cancel out move nothing
    }
    sum.real = {r.x / norm, r.y / norm, r.z / norm, r.w / norm};
    sum.dual = {sum.dual.x / norm, sum.dual.y / norm, sum.dual.z / norm, sum.dual.w / norm};
    return matrix_of(sum);
}

} // namespace

template <class Real>
affine<Real> palette_matrix(const basic_palette<Real>& palette, int lane,
                            std::int32_t joint) noexcept {
    return joint_matrix(palette, lane, joint);
}

template <class Real>
affine<Real> skin_matrix(skin_method method, const basic_palette<Real>& palette, int lane,
                         std::span<const basic_influence<Real>> influences) noexcept {
    const bool is_linear = method == skin_method::linear || palette.mode == palette_mode::matrix;
    return is_linear ? blend_linear(palette, lane, influences)
                     : blend_dual(palette, lane, influences);
}

template <class Real>
void cpu_skin(skin_method method, const basic_palette<Real>& palette, int lane,
              const basic_skinned_mesh<Real>& mesh, std::span<vec3<Real>> positions,
              std::span<vec3<Real>> normals) noexcept {
    cpu_skin<Real>(method, palette, lane, mesh, mesh.positions, mesh.normals, positions, normals);
}

template <class Real>
void cpu_skin(skin_method method, const basic_palette<Real>& palette, int lane,
              const basic_skinned_mesh<Real>& mesh, std::span<const vec3<Real>> from_positions,
              std::span<const vec3<Real>> from_normals, std::span<vec3<Real>> positions,
              std::span<vec3<Real>> normals) noexcept {
    const bool with_normals = !normals.empty() && !from_normals.empty();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::size_t first = mesh.first_influence[v];
        const std::span<const basic_influence<Real>> influences(
            mesh.influences.data() + first, mesh.first_influence[v + 1] - first);
        const affine<Real> m = skin_matrix(method, palette, lane, influences);
        positions[v] = m * from_positions[v];
        if (with_normals) {
            normals[v] = unit(normal_matrix(m.linear) * from_normals[v]);
        }
    }
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template affine<Real> palette_matrix(const basic_palette<Real>&, int, std::int32_t) noexcept;  \
    template affine<Real> skin_matrix(skin_method, const basic_palette<Real>&, int,                \
                                      std::span<const basic_influence<Real>>) noexcept;            \
    template void cpu_skin(skin_method, const basic_palette<Real>&, int,                           \
                           const basic_skinned_mesh<Real>&, std::span<vec3<Real>>,                 \
                           std::span<vec3<Real>>) noexcept;                                        \
    template void cpu_skin(skin_method, const basic_palette<Real>&, int,                           \
                           const basic_skinned_mesh<Real>&, std::span<const vec3<Real>>,           \
                           std::span<const vec3<Real>>, std::span<vec3<Real>>,                     \
                           std::span<vec3<Real>>) noexcept;
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce

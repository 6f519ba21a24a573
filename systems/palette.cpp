#include <jounce/systems/palette.hpp>

#include <jounce/systems/detail/decompose.hpp>
#include <jounce/systems/detail/lane_math.hpp>

#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Where the rows of one joint start for each lane.
template <class Real> struct row_writer {
    palette_row<Real>* first;
    std::ptrdiff_t rows_per_lane;

    JOUNCE_INLINE void write(std::ptrdiff_t row, const num<Real>& x, const num<Real>& y,
                             const num<Real>& z, const num<Real>& w) const {
        // Eight lanes of x y z w become eight rows; a pair holds those of lanes i and i + 4.
        using numbers = typename compiler_vector<Real>::numbers;
        const numbers xv = as_vector<numbers>(x);
        const numbers yv = as_vector<numbers>(y);
        const numbers zv = as_vector<numbers>(z);
        const numbers wv = as_vector<numbers>(w);
        const numbers xy_even = __builtin_shufflevector(xv, yv, 0, 8, 1, 9, 4, 12, 5, 13);
        const numbers xy_odd = __builtin_shufflevector(xv, yv, 2, 10, 3, 11, 6, 14, 7, 15);
        const numbers zw_even = __builtin_shufflevector(zv, wv, 0, 8, 1, 9, 4, 12, 5, 13);
        const numbers zw_odd = __builtin_shufflevector(zv, wv, 2, 10, 3, 11, 6, 14, 7, 15);
        const numbers pairs[4] = {
            __builtin_shufflevector(xy_even, zw_even, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(xy_even, zw_even, 2, 3, 10, 11, 6, 7, 14, 15),
            __builtin_shufflevector(xy_odd, zw_odd, 0, 1, 8, 9, 4, 5, 12, 13),
            __builtin_shufflevector(xy_odd, zw_odd, 2, 3, 10, 11, 6, 7, 14, 15)};
        for (int i = 0; i < 4; ++i) {
            Real both[lane_count];
            std::memcpy(both, &pairs[i], sizeof both);
            std::memcpy(first[i * rows_per_lane + row].v, both, sizeof(palette_row<Real>));
            std::memcpy(first[(i + 4) * rows_per_lane + row].v, both + 4,
                        sizeof(palette_row<Real>));
        }
    }
};

/// Real part q, dual part t q / 2.
template <class Real>
JOUNCE_INLINE void write_dual_quaternion(const row_writer<Real>& rows, const rotation<Real>& q,
                                         const vec<Real>& t) {
    rows.write(0, q.x, q.y, q.z, q.w);
    const Real half = Real(0.5);
    rows.write(
        1, half * (t.x * q.w + t.y * q.z - t.z * q.y), half * (t.y * q.w + t.z * q.x - t.x * q.z),
        half * (t.z * q.w + t.x * q.y - t.y * q.x), -half * (t.x * q.x + t.y * q.y + t.z * q.z));
}

template <class Real>
JOUNCE_INLINE void write_scale(const row_writer<Real>& rows, palette_mode mode,
                               const stretch<Real>& w) {
    const num<Real> zero = splat(Real(0));
    rows.write(2, w.xx, w.yy, w.zz, zero);
    if (mode == palette_mode::polar) {
        rows.write(3, w.yz, w.xz, w.xy, zero);
    }
}

/// Bones that cannot shear: the bind was split once, only the bone's scale multiplies it.
template <class Real>
JOUNCE_INLINE void write_similar(const row_writer<Real>& rows, palette_mode mode,
                                 const bind_joint<Real>& joint, const lane_transform<Real>& bone) {
    const rotation<Real> turn = load(bone.rotation);
    const num<Real> scale = load(bone.scale);
    const vec<Real> t =
        load(bone.translation) + scale * rotate(turn, splat(joint.inverse_bind.translation));
    write_dual_quaternion(rows, turn * splat(joint.rotation), t);
    write_scale<Real>(rows, mode,
                      {scale * joint.diagonal[0], scale * joint.diagonal[1],
                       scale * joint.diagonal[2], scale * joint.off_diagonal[0],
                       scale * joint.off_diagonal[1], scale * joint.off_diagonal[2]});
}

template <class Real>
JOUNCE_INLINE void write_affine(const row_writer<Real>& rows, palette_mode mode,
                                const bind_joint<Real>& joint, const lane_transform<Real>& bone,
                                const lane_mat3<Real>& linear) {
    const matrix<Real> m = load(linear);
    const matrix<Real> skin = m * splat(joint.inverse_bind.linear);
    const vec<Real> t = load(bone.translation) + m * splat(joint.inverse_bind.translation);
    const rotation<Real> kinematic = load(bone.rotation) * splat(joint.rotation);
    const rotation_stretch<Real> parts =
        mode == palette_mode::polar ? split_polar(skin, kinematic) : split_columns(skin, kinematic);
    write_dual_quaternion(rows, parts.turn, t);
    write_scale(rows, mode, parts.w);
}

} // namespace

template <class Real>
void palette_rows(const basic_bind<Real>& bind, const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept {
    const std::ptrdiff_t per_joint = out.rows_per_joint();
    const std::ptrdiff_t per_lane = out.rows_per_lane();
    const std::ptrdiff_t count = out.joint_count;
    const bind_joint<Real>* joints = bind.joints.data();
    const lane_transform<Real>* bones = transforms.bones.data();
    if (transforms.linear.empty()) {
        for (std::ptrdiff_t j = 0; j < count; ++j) {
            const row_writer<Real> rows = {out.rows.data() + j * per_joint, per_lane};
            write_similar(rows, bind.mode, joints[j], bones[joints[j].bone]);
        }
        return;
    }
    for (std::ptrdiff_t j = 0; j < count; ++j) {
        const row_writer<Real> rows = {out.rows.data() + j * per_joint, per_lane};
        write_affine(rows, bind.mode, joints[j], bones[joints[j].bone],
                     transforms.linear.data()[joints[j].bone]);
    }
}

template void palette_rows(const basic_bind<float>&, const basic_bone_transforms<float>&,
                           basic_palette<float>&) noexcept;
template void palette_rows(const basic_bind<double>&, const basic_bone_transforms<double>&,
                           basic_palette<double>&) noexcept;

} // namespace jounce::JOUNCE_LEVEL

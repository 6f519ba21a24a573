#pragma once

// From bone transforms to rows of a palette, for the kernels that include it.

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/systems/pose/polar_split.hpp>
#include <jounce/systems/simd/lane_math.hpp>
#include <jounce/systems/simd/stream_lines.hpp>
#include <jounce/systems/simd/transpose.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

/// Where the rows of one joint start for each lane.
template <class Real> struct row_writer {
    palette_row<Real>* first;
    std::ptrdiff_t stride; ///< from lane to lane, in rows

    JOUNCE_INLINE void write(std::ptrdiff_t row, const num<Real>& x, const num<Real>& y,
                             const num<Real>& z, const num<Real>& w) const {
        store_rows<Real>(first[row].v, 4 * stride, {x, y, z, w});
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

// Joints and bones are what a block has, a joint and the bones of eight characters, or eight of each
// of one character in registers (lane_palette.cpp).

/// Bones that cannot shear: the bind was split once, only the bone's scale multiplies it.
template <class Real, class Joint, class Bone>
JOUNCE_INLINE void write_similar(const row_writer<Real>& rows, palette_mode mode,
                                 const Joint& joint, const Bone& bone) {
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

template <class Real, class Joint, class Bone, class Linear>
JOUNCE_INLINE void write_affine(const row_writer<Real>& rows, palette_mode mode, const Joint& joint,
                                const Bone& bone, const Linear& linear) {
    const matrix<Real> m = load(linear);
    const matrix<Real> skin = m * splat(joint.inverse_bind.linear);
    const vec<Real> t = load(bone.translation) + m * splat(joint.inverse_bind.translation);
    const rotation<Real> kinematic = load(bone.rotation) * splat(joint.rotation);
    const rotation_stretch<Real> parts =
        mode == palette_mode::polar ? split_polar(skin, kinematic) : split_columns(skin, kinematic);
    write_dual_quaternion(rows, parts.turn, t);
    write_scale(rows, mode, parts.w);
}

/// Rows of a 3x4 matrix: nothing is split.
template <class Real, class Joint, class Bone>
JOUNCE_INLINE void write_matrix(const row_writer<Real>& rows, const Joint& joint, const Bone& bone,
                                const matrix<Real>& m) {
    const matrix<Real> skin = m * splat(joint.inverse_bind.linear);
    const vec<Real> t = load(bone.translation) + m * splat(joint.inverse_bind.translation);
    rows.write(0, skin.column[0].x, skin.column[1].x, skin.column[2].x, t.x);
    rows.write(1, skin.column[0].y, skin.column[1].y, skin.column[2].y, t.y);
    rows.write(2, skin.column[0].z, skin.column[1].z, skin.column[2].z, t.z);
}

/// Where rows go: into the palette itself.
template <class Real> class rows_in_place {
public:
    JOUNCE_INLINE explicit rows_in_place(basic_palette<Real>& out)
        : out_(out), per_joint_(out.rows_per_joint()), stride_(out.lane_stride()) {}

    template <class WriteJoint> JOUNCE_INLINE void each_joint(WriteJoint&& write) const {
        for (std::ptrdiff_t j = 0; j < out_.joint_count; ++j) {
            write(j, row_writer<Real>{out_.rows.data() + j * per_joint_, stride_});
        }
    }

private:
    basic_palette<Real>& out_;
    std::ptrdiff_t per_joint_;
    std::ptrdiff_t stride_;
};

/// Where rows go: a few joints at a time into memory that stays in cache, and from there in whole
/// lines past the caches. Written one by one they would be quarters of lines, which takes longer
/// than ordinary stores.
template <class Real> class rows_streamed {
public:
    JOUNCE_INLINE explicit rows_streamed(basic_palette<Real>& out)
        : out_(out), per_joint_(out.rows_per_joint()), stride_(out.lane_stride()) {}

    template <class WriteJoint> JOUNCE_INLINE void each_joint(WriteJoint&& write) {
        const std::ptrdiff_t count = out_.joint_count;
        for (std::ptrdiff_t first = 0; first < count; first += joints_at_once) {
            const std::ptrdiff_t last =
                first + joints_at_once < count ? first + joints_at_once : count;
            for (std::ptrdiff_t j = first; j < last; ++j) {
                write(j, row_writer<Real>{staged_[0] + (j - first) * per_joint_, most_rows});
            }
            send(first * per_joint_, (last - first) * per_joint_);
        }
    }

private:
    static constexpr std::ptrdiff_t joints_at_once = 8; ///< so that they fill whole lines
    static constexpr std::ptrdiff_t most_rows = joints_at_once * 4;

    /// The last line of a lane may be partly beyond its joints: there is room for it.
    JOUNCE_INLINE void send(std::ptrdiff_t row, std::ptrdiff_t rows) {
        const std::size_t bytes = static_cast<std::size_t>(rows) * sizeof(palette_row<Real>);
        for (int lane = 0; lane < lane_count; ++lane) {
            for (std::ptrdiff_t r = rows; r % 4 != 0; ++r) {
                staged_[lane][r] = {};
            }
            const std::byte* from = reinterpret_cast<const std::byte*>(staged_[lane]);
            std::byte* to = reinterpret_cast<std::byte*>(out_.rows.data() + lane * stride_ + row);
            for (std::size_t i = 0; i < bytes; i += streamed_line) {
                stream_line(from + i, to + i);
            }
        }
    }

    basic_palette<Real>& out_;
    std::ptrdiff_t per_joint_;
    std::ptrdiff_t stride_;
    alignas(streamed_line) palette_row<Real> staged_[lane_count][most_rows];
};

// The loops are separate functions: in one function, the large affine split would use up the
// compiler's inlining budget and slow down the usual path.

template <class Rows, class Real>
[[gnu::noinline]] void similar_rows(const basic_skin_binding<Real>& bind,
                                    const basic_bone_transforms<Real>& transforms,
                                    basic_palette<Real>& out) {
    const bind_joint<Real>* joints = bind.joints.data();
    Rows(out).each_joint([&](std::ptrdiff_t j, const row_writer<Real>& rows) JOUNCE_INLINED {
        write_similar(rows, bind.mode, joints[j], transforms.bones.data()[joints[j].bone]);
    });
}

template <class Rows, class Real>
[[gnu::noinline]] void affine_rows(const basic_skin_binding<Real>& bind,
                                   const basic_bone_transforms<Real>& transforms,
                                   basic_palette<Real>& out) {
    const bind_joint<Real>* joints = bind.joints.data();
    Rows(out).each_joint([&](std::ptrdiff_t j, const row_writer<Real>& rows) JOUNCE_INLINED {
        write_affine(rows, bind.mode, joints[j], transforms.bones.data()[joints[j].bone],
                     transforms.linear.data()[joints[j].bone]);
    });
}

template <class Rows, class Real>
[[gnu::noinline]] void matrix_rows(const basic_skin_binding<Real>& bind,
                                   const basic_bone_transforms<Real>& transforms,
                                   basic_palette<Real>& out) {
    const bind_joint<Real>* joints = bind.joints.data();
    const bool is_affine = !transforms.linear.empty();
    Rows(out).each_joint([&](std::ptrdiff_t j, const row_writer<Real>& rows) JOUNCE_INLINED {
        const lane_transform<Real>& bone = transforms.bones.data()[joints[j].bone];
        write_matrix(rows, joints[j], bone,
                     is_affine ? load(transforms.linear.data()[joints[j].bone])
                               : load(bone.scale) * to_matrix(load(bone.rotation)));
    });
}

template <class Rows, class Real>
void write_palette(const basic_skin_binding<Real>& bind,
                   const basic_bone_transforms<Real>& transforms, basic_palette<Real>& out) {
    if (bind.mode == palette_mode::matrix) {
        matrix_rows<Rows>(bind, transforms, out);
    } else if (transforms.linear.empty()) {
        similar_rows<Rows>(bind, transforms, out);
    } else {
        affine_rows<Rows>(bind, transforms, out);
    }
}

} // namespace jounce::JOUNCE_LEVEL

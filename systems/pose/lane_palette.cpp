#include <jounce/systems/pose/lane_palette.hpp>

#include <jounce/systems/pose/write_palette.hpp>

#include <cstddef>
#include <cstdint>

namespace jounce::JOUNCE_LEVEL {

// What is in registers is there already: for `write_palette.hpp`.
template <class Real> JOUNCE_INLINE num<Real> load(const num<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE vec<Real> load(const vec<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE rotation<Real> load(const rotation<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE matrix<Real> load(const matrix<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE vec<Real> splat(const vec<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE rotation<Real> splat(const rotation<Real>& a) { return a; }
template <class Real> JOUNCE_INLINE matrix<Real> splat(const matrix<Real>& a) { return a; }

namespace {

/// Eight joints of a skin, a joint per lane; named as those of `bind_joint`.
template <class Real> struct eight_joints {
    struct {
        matrix<Real> linear;
        vec<Real> translation;
    } inverse_bind;
    JOUNCE_LEVEL::rotation<Real> rotation;
    num<Real> diagonal[3];
    num<Real> off_diagonal[3];
};

/// Eight bones of a character, a bone per lane; named as those of `lane_transform`.
template <class Real> struct eight_bones {
    JOUNCE_LEVEL::rotation<Real> rotation;
    vec<Real> translation;
    num<Real> scale;
};

/// `from(i)` is the number of lane i.
template <class Real, class From> JOUNCE_INLINE num<Real> side_by_side(From&& from) {
    using numbers = typename register_of<Real>::numbers;
    constexpr std::size_t width = register_of<Real>::width;
    return by_register<num<Real>>([&](std::size_t part) JOUNCE_INLINED {
        const std::size_t i = part * width;
        if constexpr (width == 8) {
            return numbers{from(i),     from(i + 1), from(i + 2), from(i + 3),
                           from(i + 4), from(i + 5), from(i + 6), from(i + 7)};
        } else if constexpr (width == 4) {
            return numbers{from(i), from(i + 1), from(i + 2), from(i + 3)};
        } else {
            return numbers{from(i), from(i + 1)};
        }
    });
}

/// One character's numbers of eight values of a block: where each begins, lane and all.
template <class Real> struct eight_places {
    const Real* first[lane_count];

    /// A number of each, by its place in the value.
    JOUNCE_INLINE num<Real> operator[](std::ptrdiff_t number) const {
        return side_by_side<Real>([&](std::size_t i)
                                      JOUNCE_INLINED { return first[i][number * lane_count]; });
    }
    JOUNCE_INLINE vec<Real> triple(std::ptrdiff_t number) const {
        return {(*this)[number], (*this)[number + 1], (*this)[number + 2]};
    }
};

template <class Real> JOUNCE_INLINE eight_bones<Real> bones_at(const eight_places<Real>& at) {
    static_assert(sizeof(lane_transform<Real>) == 8 * sizeof(lane<Real>)); // in this order
    return {{at[0], at[1], at[2], at[3]}, at.triple(4), at[7]};
}
template <class Real> JOUNCE_INLINE matrix<Real> matrices_at(const eight_places<Real>& at) {
    return {{at.triple(0), at.triple(3), at.triple(6)}};
}

/// @param needs_matrix  of the inverse bind
/// @param needs_shear  what it was split into is not diagonal
template <class Real>
JOUNCE_INLINE eight_joints<Real> joints_at(const bind_joint<Real>* first, bool needs_matrix,
                                           bool needs_shear) {
    const auto four = [&](auto&& of) JOUNCE_INLINED {
        return load_columns<Real>([&](int i) JOUNCE_INLINED { return of(first[i]); });
    };
    eight_joints<Real> out;
    // Four numbers from the last three of a joint would be beyond its end.
    const columns<Real> moved = four([](const bind_joint<Real>& j) {
        return &j.inverse_bind.linear.column[2].z; // and the translation after it
    });
    out.inverse_bind.translation = {moved.y, moved.z, moved.w};
    if (needs_matrix) {
        const columns<Real> a =
            four([](const bind_joint<Real>& j) { return &j.inverse_bind.linear.column[0].x; });
        const columns<Real> b =
            four([](const bind_joint<Real>& j) { return &j.inverse_bind.linear.column[1].y; });
        out.inverse_bind.linear = {{{a.x, a.y, a.z}, {a.w, b.x, b.y}, {b.z, b.w, moved.x}}};
    }
    const columns<Real> turn = four([](const bind_joint<Real>& j) { return &j.rotation.x; });
    out.rotation = {turn.x, turn.y, turn.z, turn.w};
    const columns<Real> along = four([](const bind_joint<Real>& j) { return j.diagonal; });
    out.diagonal[0] = along.x;
    out.diagonal[1] = along.y;
    out.diagonal[2] = along.z;
    out.off_diagonal[0] = out.off_diagonal[1] = out.off_diagonal[2] = splat(Real(0));
    if (needs_shear) {
        const columns<Real> across = four([](const bind_joint<Real>& j) { return j.diagonal + 2; });
        out.off_diagonal[0] = across.y;
        out.off_diagonal[1] = across.z;
        out.off_diagonal[2] = across.w;
    }
    return out;
}

/// What stands in a bone's place of a list, one character's number of each joint's bone.
template <class Real, class Value>
JOUNCE_INLINE eight_places<Real> places_of(const bind_joint<Real>* joints, const Value* of,
                                           std::int32_t lane) {
    eight_places<Real> out;
    for (std::ptrdiff_t i = 0; i < lane_count; ++i) {
        out.first[i] = reinterpret_cast<const Real*>(of + joints[i].bone) + lane;
    }
    return out;
}

} // namespace

template <class Real>
void lane_palette_rows(const basic_skin_binding<Real>& bind,
                       const basic_bone_transforms<Real>& transforms, std::int32_t lane,
                       basic_palette<Real>& out) noexcept {
    const std::ptrdiff_t count = out.joint_count;
    if (count < lane_count) {
        write_palette<rows_in_place<Real>>(bind, transforms, out);
        return;
    }
    const std::ptrdiff_t per_joint = out.rows_per_joint();
    palette_row<Real>* rows = out.rows.data() + lane * out.lane_stride();
    const bool is_matrix = bind.mode == palette_mode::matrix;
    const bool is_affine = !transforms.linear.empty();
    for (std::ptrdiff_t next = 0; next < count; next += lane_count) {
        // The last eight may have been written in part: again, with the same numbers.
        const std::ptrdiff_t j = next + lane_count <= count ? next : count - lane_count;
        const bind_joint<Real>* first = bind.joints.data() + j;
        const row_writer<Real> to = {rows + j * per_joint, per_joint};
        const eight_joints<Real> joints =
            joints_at<Real>(first, is_matrix || is_affine, bind.mode == palette_mode::polar);
        const eight_bones<Real> bones = bones_at(places_of(first, transforms.bones.data(), lane));
        if (is_affine) {
            const matrix<Real> linear =
                matrices_at(places_of(first, transforms.linear.data(), lane));
            if (is_matrix) {
                write_matrix(to, joints, bones, linear);
            } else {
                write_affine(to, bind.mode, joints, bones, linear);
            }
        } else if (is_matrix) {
            write_matrix(to, joints, bones, matrix<Real>(bones.scale * to_matrix(bones.rotation)));
        } else {
            write_similar(to, bind.mode, joints, bones);
        }
    }
}

JOUNCE_DEFINED(lane_palette_rows)

} // namespace jounce::JOUNCE_LEVEL

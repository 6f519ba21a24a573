#include <jounce/systems/palette.hpp>

#include <jounce/systems/detail/fk_bones.hpp>
#include <jounce/systems/detail/write_palette.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void palette_rows(const basic_bind<Real>& bind, const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept {
    write_palette<rows_in_place<Real>>(bind, transforms, out);
}

template <class Real>
void stream_palette_rows(const basic_bind<Real>& bind,
                         const basic_bone_transforms<Real>& transforms,
                         basic_palette<Real>& out) noexcept {
    if (begins_line(out.rows.data())) {
        write_palette<rows_streamed<Real>>(bind, transforms, out);
    } else { // not from an arena
        write_palette<rows_in_place<Real>>(bind, transforms, out);
    }
}

template <class Real>
void fk_palette(const basic_rig<Real>& rig, const basic_bind<Real>& bind,
                const basic_local_pose<Real>& local, basic_bone_transforms<Real>& scratch,
                basic_palette<Real>& out) noexcept {
    if (rig.is_affine) {
        fk_affine(rig, local, scratch.bones.data(), scratch.linear.data());
    } else {
        fk_similar(rig, local, scratch.bones.data());
    }
    write_palette<rows_in_place<Real>>(bind, scratch, out);
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&,        \
                               basic_palette<Real>&) noexcept;                                     \
    template void stream_palette_rows(const basic_bind<Real>&, const basic_bone_transforms<Real>&, \
                                      basic_palette<Real>&) noexcept;                              \
    template void fk_palette(const basic_rig<Real>&, const basic_bind<Real>&,                      \
                             const basic_local_pose<Real>&, basic_bone_transforms<Real>&,          \
                             basic_palette<Real>&) noexcept;
JOUNCE_INSTANTIATE(float)
#if JOUNCE_LEVEL_HAS_DOUBLE
JOUNCE_INSTANTIATE(double)
#endif
#undef JOUNCE_INSTANTIATE

} // namespace jounce::JOUNCE_LEVEL

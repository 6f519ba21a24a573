#include <jounce/systems/pose/palette.hpp>

#include <jounce/components/assets/skin_binding.hpp>
#include <jounce/systems/pose/fk_bones.hpp>
#include <jounce/systems/pose/write_palette.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void palette_rows(const basic_skin_binding<Real>& bind,
                  const basic_bone_transforms<Real>& transforms,
                  basic_palette<Real>& out) noexcept {
    write_palette<rows_in_place<Real>>(bind, transforms, out);
}

template <class Real>
void stream_palette_rows(const basic_skin_binding<Real>& bind,
                         const basic_bone_transforms<Real>& transforms,
                         basic_palette<Real>& out) noexcept {
    if (begins_line(out.rows.data())) {
        write_palette<rows_streamed<Real>>(bind, transforms, out);
    } else { // not from an arena
        write_palette<rows_in_place<Real>>(bind, transforms, out);
    }
}

template <class Real>
void fk_palette(const basic_rig<Real>& rig, const basic_skin_binding<Real>& bind,
                const basic_local_pose<Real>& local, basic_bone_transforms<Real>& scratch,
                basic_palette<Real>& out) noexcept {
    if (rig.is_affine) {
        fk_affine(rig, local, scratch.bones.data(), scratch.linear.data());
    } else {
        fk_similar(rig, local, scratch.bones.data());
    }
    write_palette<rows_in_place<Real>>(bind, scratch, out);
}

JOUNCE_DEFINED(palette_rows)
JOUNCE_DEFINED(stream_palette_rows)
JOUNCE_DEFINED(fk_palette)

} // namespace jounce::JOUNCE_LEVEL

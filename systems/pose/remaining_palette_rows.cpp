#include <jounce/systems/pose/remaining_palette_rows.hpp>

#include <jounce/systems/pose/write_palette.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void remaining_palette_rows(const basic_skin_binding<Real>& bind, std::int32_t first,
                            const basic_bone_transforms<Real>& transforms,
                            basic_palette<Real>& out) noexcept {
    const bind_joint<Real>* joints = bind.joints.data();
    const bool is_affine = !transforms.linear.empty();
    const std::ptrdiff_t per_joint = out.rows_per_joint();
    const std::ptrdiff_t stride = out.lane_stride();
    for (std::ptrdiff_t j = first; j < out.joint_count; ++j) {
        const lane_transform<Real>& bone = transforms.bones.data()[joints[j].bone];
        write_matrix(row_writer<Real>{out.rows.data() + j * per_joint, stride}, joints[j], bone,
                     is_affine ? load(transforms.linear.data()[joints[j].bone])
                               : load(bone.scale) * to_matrix(load(bone.rotation)));
    }
}

JOUNCE_DEFINED(remaining_palette_rows)

} // namespace jounce::JOUNCE_LEVEL

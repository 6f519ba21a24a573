#include <jounce/systems/pose/show_pose.hpp>

#include <algorithm>
#include <cstddef>

namespace jounce {

void show_animated(const rig& of, const rigid_pose& animated, bone_transforms& out) noexcept {
    const std::size_t bones = of.parents.size();
    std::copy_n(animated.bones.begin(), bones, out.bones.begin());
    if (of.is_affine) {
        std::copy_n(animated.linear.begin(), bones, out.linear.begin());
    }
}

void keep_named(const character_kind& kind, const bone_transforms& shown,
                bone_transforms& kept) noexcept {
    if (&shown == &kept) {
        return;
    }
    for (std::size_t i = 0; i < kind.kept_bones.size(); ++i) {
        const std::size_t bone = static_cast<std::size_t>(kind.kept_bones[i]);
        kept.bones[i] = shown.bones[bone];
        if (!kept.linear.empty()) {
            kept.linear[i] = shown.linear[bone];
        }
    }
}

} // namespace jounce

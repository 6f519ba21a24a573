#include <jounce/modules/authoring/check_spring_bones.hpp>

#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/rig/follow_affine_frames.hpp>
#include <jounce/modules/rig/spring_bones.hpp>

namespace jounce::authoring {

std::optional<error> check_spring_bones(const gltf::model& of, const character_kind& kind) {
    std::optional<error> wrong =
        check_flexible_bones(of.bones, gltf::joint_bones(of), of.clips, spring_bones(kind));
    if (wrong) {
        wrong->message = of.file.string() + ": " + wrong->message;
    }
    return wrong;
}

} // namespace jounce::authoring

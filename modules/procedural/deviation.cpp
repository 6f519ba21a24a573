#include <jounce/modules/procedural/deviation.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <cmath>
#include <cstddef>

namespace jounce::procedural {

float spring_deviation(const entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    const character_kind& kind = *registry.get<block>(at.block).kind;
    JOUNCE_ASSERT(keeps_all(kind),
                  "this kind does not keep its bones: nobody knows where they are");
    if (!keeps_all(kind)) {
        return 0;
    }
    rigid_pose rigid;
    animated_pose(registry, at.block, rigid);
    const bone_transforms& shown = registry.get<bone_transforms>(at.block);
    float farthest = 0;
    const auto look_at = [&](std::int32_t bone) {
        const std::size_t b = static_cast<std::size_t>(bone);
        const vec3<float>& tail = kind.rig.tail_local[b];
        const vec3<float> moved = to_affine(get_lane(shown.bones[b], at.lane)) * tail -
                                  to_affine(get_lane(rigid.bones[b], at.lane)) * tail;
        const float distance = length(moved);
        if (!(distance <= farthest)) { // so that a number that is none is not passed over
            farthest = distance;
        }
    };
    for (const basic_spring<float>& spring : kind.springs.springs) {
        look_at(spring.bone);
    }
    for (const stable_spring<float>& spring : kind.springs.stable.springs) {
        look_at(spring.bone);
    }
    return farthest;
}

} // namespace jounce::procedural

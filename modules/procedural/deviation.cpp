#include <jounce/modules/procedural/deviation.hpp>

#include <jounce/components/character.hpp>
#include <jounce/components/poses.hpp>
#include <jounce/components/scalar_math.hpp>

#include <cmath>
#include <cstddef>

namespace jounce::procedural {

float spring_deviation(const entt::registry& registry, entt::entity who) {
    const character& at = registry.get<character>(who);
    const archetype& kind = *registry.get<block>(at.block).kind;
    const rigid_pose& rigid = registry.get<rigid_pose>(at.block);
    const dynamic_pose& dynamic = registry.get<dynamic_pose>(at.block);
    float farthest = 0;
    for (const basic_spring<float>& spring : kind.springs.springs) {
        const std::size_t slot = static_cast<std::size_t>(spring.slot);
        const float distance =
            length(get_lane(dynamic.tails[slot], at.lane) - get_lane(rigid.tails[slot], at.lane));
        if (!(distance <= farthest)) { // so that a number that is none is not passed over
            farthest = distance;
        }
    }
    return farthest;
}

} // namespace jounce::procedural

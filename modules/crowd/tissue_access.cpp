#include <jounce/modules/crowd/tissue_access.hpp>

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/tissue_state.hpp>
#include <jounce/modules/crowd/character_access.hpp>

namespace jounce {

std::size_t displacements_of(const entt::registry& registry, entt::entity character,
                             std::span<vec3<float>> to) {
    if (!is_character(registry, character)) {
        return 0;
    }
    const jounce::character& at = registry.get<jounce::character>(character);
    const displacements* found = registry.try_get<displacements>(at.block);
    if (found == nullptr || to.size() < found->handles.size()) {
        return 0;
    }
    for (std::size_t h = 0; h < found->handles.size(); ++h) {
        to[h] = get_lane(found->handles[h], at.lane);
    }
    return found->handles.size();
}

} // namespace jounce

#include <jounce/systems/palette_system.hpp>

#include <jounce/systems/palette.hpp>

namespace jounce {

palette_system::palette_system(entt::registry& registry)
    : blocks_(registry.view<const block, const bone_transforms, palette>()) {}

void palette_system::operator()(entt::entity entity) const {
    const archetype& kind = *blocks_.get<const block>(entity).kind;
    palette_rows(kind.bind, blocks_.get<const bone_transforms>(entity),
                 blocks_.get<palette>(entity));
}

} // namespace jounce

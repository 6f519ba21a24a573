#include <jounce/systems/palette_system.hpp>

#include <jounce/systems/palette.hpp>

namespace jounce {

void palette_system::operator()(entt::entity entity) const {
    const archetype& kind = kind_of(entity);
    palette_rows(kind.bind, get<const bone_transforms>(entity), get<palette>(entity));
}

} // namespace jounce

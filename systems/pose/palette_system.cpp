#include <jounce/systems/pose/palette_system.hpp>

#include <jounce/systems/pose/palette.hpp>

namespace jounce {

void palette_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const bone_transforms& bones = shown_bones(kind, get<const bone_transforms>(entity), scratch);
    if (scratch.streams) {
        stream_palette_rows(kind.bind, bones, get<palette>(entity));
    } else {
        palette_rows(kind.bind, bones, get<palette>(entity));
    }
}

} // namespace jounce

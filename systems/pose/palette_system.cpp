#include <jounce/systems/pose/palette_system.hpp>

#include <jounce/systems/pose/lane_palette.hpp>
#include <jounce/systems/pose/palette.hpp>

#include <bit>
#include <cstdint>

namespace jounce {

void palette_system::operator()(entt::entity entity, const frame_scratch& scratch) const {
    const character_kind& kind = kind_of(entity);
    const bone_transforms& bones = shown_bones(kind, get<const bone_transforms>(entity), scratch);
    const std::uint32_t active = get<const block>(entity).active;
    if (std::popcount(active) <= few_characters) {
        for (std::uint32_t left = active; left != 0; left &= left - 1) {
            lane_palette_rows(kind.bind, bones, std::countr_zero(left), get<palette>(entity));
        }
    } else if (scratch.streams) {
        stream_palette_rows(kind.bind, bones, get<palette>(entity));
    } else {
        palette_rows(kind.bind, bones, get<palette>(entity));
    }
}

} // namespace jounce

#include <jounce/modules/render/mesh_levels.hpp>

namespace jounce::render {

std::uint8_t choose_level(std::span<const mesh_level> levels, float squared_size,
                          std::uint8_t before) noexcept {
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const float edge = levels[i].min_size * (i < before ? level_hysteresis : 1.0F);
        if (squared_size >= edge * edge) {
            return static_cast<std::uint8_t>(i);
        }
    }
    return static_cast<std::uint8_t>(levels.size());
}

} // namespace jounce::render

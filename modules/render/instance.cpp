#include <jounce/modules/render/instance.hpp>

#include <algorithm>

namespace jounce::render {

bool level_view::choose(std::span<const planned_mesh> meshes, const instance& at, float scale,
                        std::span<mesh_id> chosen, std::uint8_t& level) const noexcept {
    bool is_decided = false;
    for (mesh_id& mesh : chosen) {
        const auto index = static_cast<std::size_t>(mesh);
        if (index >= meshes.size() || meshes[index].levels < 0) {
            continue;
        }
        const planned_levels& of = levels[static_cast<std::size_t>(meshes[index].levels)];
        if (!is_decided) {
            level = zoom > 0 ? choose_level(of.levels, squared_size(of, at, scale), level)
                             : std::uint8_t{0};
            is_decided = true;
            if (level == of.levels.size()) {
                return false;
            }
        }
        mesh = of.levels[std::min<std::size_t>(level, of.levels.size() - 1)].mesh;
    }
    return true;
}

float level_view::squared_size(const planned_levels& of, const instance& at,
                               float scale) const noexcept {
    float away = 0;
    const float eye_at[3] = {eye.x, eye.y, eye.z};
    for (std::size_t i = 0; i < 3; ++i) {
        const float* r = at.rows[i].v;
        const float d =
            r[0] * of.centre.x + r[1] * of.centre.y + r[2] * of.centre.z + r[3] - eye_at[i];
        away += d * d;
    }
    const float seen = of.radius * scale * zoom;
    // Whoever is around the camera is as large as can be.
    return away > 0 ? seen * seen / away : 1e30F;
}

} // namespace jounce::render

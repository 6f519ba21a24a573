#pragma once

#include "common/camera.hpp"
#include "common/character_view.hpp"
#include "common/device.hpp"
#include "common/line_drawer.hpp"
#include "common/panel_drawer.hpp"
#include "settings.hpp"
#include "troupe.hpp"

#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <memory>

namespace tf {
class Executor;
}

namespace demo {

/// Draws the stage: shadows, ground, characters, gizmos, overlay.
class picture {
public:
    /// Errors: those of `character_view::make`.
    static jounce::result<std::unique_ptr<picture>> make(device& on,
                                                         jounce::render::skin_route route);

    jounce::render::skin_renderer& renderer() { return view_->skins(); }
    const jounce::render::skin_renderer& renderer() const { return view_->skins(); }
    jounce::render::surface_renderer& surfaces() { return view_->surfaces(); }
    panel_drawer& panel() { return panel_; }

    struct scene_parts {
        entt::registry& registry;
        const jounce::pipeline& systems;
        const troupe& players;
        const camera& eye;
        tf::Executor* workers = nullptr;
        double frames_per_second = 0;
        float seconds = 0; ///< since the last picture, for the panel
    };
    /// All views of a frame; `device::frame` or `read_back` ends it.
    void draw(settings& with, const scene_parts& of);

private:
    explicit picture(device& on) : device_(on) {}
    /// Crowds are culled by what the camera sees and by where shadows are cast from.
    void choose_frusta(exhibition stage, const float* camera);

    device& device_;
    std::unique_ptr<character_view> view_;
    line_drawer lines_;
    panel_drawer panel_;
    double seconds_ = 0; ///< for materials that move
};

} // namespace demo

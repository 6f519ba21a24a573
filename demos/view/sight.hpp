#pragma once

#include "choices.hpp"
#include "stage.hpp"

#include "common/character_view.hpp"
#include "common/line_drawer.hpp"
#include "common/panel_drawer.hpp"

#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace viewer {

/// What is behind and below the character.
struct backdrop {
    std::uint32_t background = demo::sun_shadow::sky; ///< RGBA
    bool has_ground = true;
};

/// Draws a stage: shadows, ground, characters, lines, panels.
class sight {
public:
    /// Errors: those of `character_view::make`.
    static jounce::result<std::unique_ptr<sight>> make(demo::device& on);

    stage_renderers renderers() { return {&view_->skins(), &view_->surfaces()}; }
    const jounce::render::frame_report& report() const { return view_->skins().report(); }

    struct parts {
        tf::Executor* workers = nullptr;
        float seconds = 0; ///< since the last picture
        std::function<void(demo::line_drawer&)> lines = {};
        std::function<void()> panels = {}; ///< calls of ImGui
    };
    /// All views of a frame; `device::frame` or `read_back` ends it.
    void draw(stage& of, const choices& how, const parts& with);

    backdrop behind;

private:
    explicit sight(demo::device& on) : device_(on) {}

    demo::device& device_;
    std::unique_ptr<demo::character_view> view_;
    demo::line_drawer lines_;
    demo::panel_drawer panel_;
    double seconds_ = 0; ///< for materials that move
};

} // namespace viewer

#include "sight.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <cmath>

namespace viewer {

using namespace jounce;
using namespace demo;

result<std::unique_ptr<sight>> sight::make(device& on) {
    std::unique_ptr<sight> made(new sight(on));
    result<std::unique_ptr<character_view>> view =
        character_view::make(on, render::skin_route::automatic);
    if (!view) {
        return view.error();
    }
    made->view_ = *std::move(view);
    return made;
}

void sight::draw(stage& of, const choices& how, const parts& with) {
    const extent all = of.whole_size();
    // Clips and springs reach beyond the rest pose.
    view_->begin(0.5F * (all.low + all.high), 0.9F * length(all.high - all.low) + 0.01F);
    view_->skins().upload(of.registry(), {}, with.workers);
    seconds_ += static_cast<double>(with.seconds);
    view_->surfaces().set_time(seconds_);
    view_->cast_shadows();
    float eye[16];
    float projection[16];
    how.eye.matrices(device_.width(), device_.height(), eye, projection);
    view_->aim(eye, projection, behind.background);
    if (behind.has_ground) {
        view_->draw_ground();
    }
    if (how.show_weights) {
        view_->draw_colours();
    } else {
        view_->draw_surfaces(how.eye.position());
    }
    lines_.clear();
    if (with.lines) {
        with.lines(lines_);
        lines_.submit(views::blended, true); // over what lets light through as well
    }
    if (with.panels) {
        panel_.begin(device_.width(), device_.height(), with.seconds);
        with.panels();
        panel_.submit(views::panel, device_.target());
    }
}

} // namespace viewer

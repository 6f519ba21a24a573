#include "picture.hpp"

#include "flesh_gizmos.hpp"
#include "gizmos.hpp"
#include "overlay.hpp"

#include <bx/math.h>

#include <cmath>
#include <span>

namespace demo {

using namespace jounce;

namespace {

/// Of deviation colours: red at ten centimetres.
constexpr float deviation_red = 0.1F;

} // namespace

result<std::unique_ptr<picture>> picture::make(device& on, render::skin_route route) {
    std::unique_ptr<picture> made(new picture(on));
    result<std::unique_ptr<character_view>> view = character_view::make(on, route);
    if (!view) {
        return view.error();
    }
    made->view_ = *std::move(view);
    return made;
}

void picture::choose_frusta(exhibition stage, const float* camera) {
    if (stage != exhibition::crowd && stage != exhibition::stampede &&
        stage != exhibition::flesh_crowd) {
        renderer().set_frusta({}); // few, and mostly seen
        return;
    }
    const bool is_gl = bgfx::getCaps()->homogeneousDepth;
    const render::frustum views[] = {
        render::make_frustum(std::span<const float, 16>(camera, 16), is_gl),
        render::make_frustum(std::span<const float, 16>(view_->sun().to_clip(), 16), is_gl)};
    renderer().set_frusta(views);
}

void picture::draw(settings& with, const scene_parts& of) {
    renderer().set_deviation_distance(with.deviation ? deviation_red : 0);
    const vec3<float> eye = of.eye.position();
    constexpr float half_degree = 3.14159265F / 360;
    renderer().set_view(
        {{static_cast<double>(eye.x), static_cast<double>(eye.y), static_cast<double>(eye.z)},
         std::tan(of.eye.field_of_view * half_degree)});
    const stage_size size = of.players.size();
    view_->begin(size.centre, size.radius);
    float view[16];
    float projection[16];
    float view_projection[16];
    of.eye.matrices(device_.width(), device_.height(), view, projection);
    bx::mtxMul(view_projection, view, projection);
    choose_frusta(with.stage, view_projection);
    renderer().upload(of.registry, {}, of.workers);
    seconds_ += static_cast<double>(of.seconds);
    surfaces().set_time(seconds_);
    view_->cast_shadows();
    view_->aim(view, projection);
    view_->draw_ground();
    if (with.deviation) {
        view_->draw_colours(); // that textures would hide
    } else {
        view_->draw_surfaces(eye);
    }
    lines_.clear();
    if (with.gizmos.any()) {
        add_gizmos(lines_, of.registry, of.players, with.gizmos);
        if (with.gizmos.flesh) {
            add_flesh_gizmos(lines_, of.registry, of.players);
        }
        lines_.submit(views::main, true);
    }

    panel_.begin(device_.width(), device_.height(), of.seconds);
    const overlay_facts facts{of.systems,           renderer(),
                              of.players,           bgfx::getRendererName(bgfx::getRendererType()),
                              of.frames_per_second, view_projection,
                              device_.width(),      device_.height()};
    show_overlay(with, facts);
    panel_.submit(views::panel, device_.target());
}

} // namespace demo

#include "picture.hpp"

#include "flesh_gizmos.hpp"
#include "gizmos.hpp"
#include "overlay.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bgfx/shaders.hpp>

#include <bx/math.h>

#include <cmath>
#include <span>

namespace demo {

using namespace jounce;

namespace {

constexpr std::uint64_t draw_state =
    BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_WRITE_Z | BGFX_STATE_DEPTH_TEST_LESS;
/// Of deviation colours: red at ten centimetres.
constexpr float deviation_red = 0.1F;

} // namespace

picture::picture(device& on)
    : device_(on), lit_shader_(render::make_shader("fs_lit")),
      depth_shader_(render::make_shader("fs_depth")), ground_(lit_shader_.get()) {}

result<std::unique_ptr<picture>> picture::make(device& on, render::skin_route route) {
    std::unique_ptr<picture> made(new picture(on));
    render::renderer_options options;
    options.route = route;
    options.passes = 2;
    options.max_skinned_vertices = std::size_t{2} << 20U;
    result<std::unique_ptr<render::skin_renderer>> renderer = render::skin_renderer::make(options);
    if (!renderer) {
        return renderer.error();
    }
    made->renderer_ = *std::move(renderer);
    made->renderer_->set_compute_view(views::skin);
    result<std::unique_ptr<render::surface_renderer>> surfaces =
        render::surface_renderer::make(*made->renderer_);
    if (!surfaces) {
        return surfaces.error();
    }
    made->surfaces_ = *std::move(surfaces);
    result<render::skin_programs> lit = made->renderer_->link(made->lit_shader_.get());
    result<render::skin_programs> shadow = made->renderer_->link(made->depth_shader_.get());
    if (!lit || !shadow) {
        return !lit ? lit.error() : shadow.error();
    }
    made->lit_ = *std::move(lit);
    made->shadow_ = *std::move(shadow);
    return made;
}

void picture::choose_frusta(exhibition stage, const float* camera) {
    if (stage != exhibition::crowd && stage != exhibition::stampede &&
        stage != exhibition::flesh_crowd) {
        renderer_->set_frusta({}); // few, and mostly seen
        return;
    }
    const bool is_gl = bgfx::getCaps()->homogeneousDepth;
    const render::frustum views[] = {
        render::make_frustum(std::span<const float, 16>(camera, 16), is_gl),
        render::make_frustum(std::span<const float, 16>(sun_.to_clip(), 16), is_gl)};
    renderer_->set_frusta(views);
}

void picture::aim(const float* view, const float* projection) {
    const auto width = static_cast<std::uint16_t>(device_.width());
    const auto height = static_cast<std::uint16_t>(device_.height());
    for (const bgfx::ViewId id : {views::main, views::blended}) {
        bgfx::setViewFrameBuffer(id, device_.target());
        bgfx::setViewRect(id, 0, 0, width, height);
        bgfx::setViewTransform(id, view, projection);
        bgfx::touch(id);
    }
    bgfx::setViewClear(views::main, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH, sun_shadow::sky, 1.0F, 0);
    bgfx::setViewMode(views::blended, bgfx::ViewMode::Sequential);
}

void picture::draw_characters(const settings& with, const camera& eye) {
    const auto light = [this] { sun_.bind(0.35F, false); };
    if (with.deviation) {
        renderer_->draw(views::main, lit_, draw_state, light); // colours that textures would hide
        return;
    }
    surfaces_->draw({views::main, light, &lit_, draw_state});
    surfaces_->draw_blended({views::blended, light, nullptr, draw_state},
                            cast<double>(eye.position()));
}

void picture::draw(settings& with, const scene_parts& of) {
    renderer_->set_deviation_distance(with.deviation ? deviation_red : 0);
    // Every view needs a target off-screen, also one that only computes.
    bgfx::setViewFrameBuffer(views::skin, device_.target());
    bgfx::touch(views::skin);
    const vec3<float> eye = of.eye.position();
    constexpr float half_degree = 3.14159265F / 360;
    renderer_->set_view(
        {{static_cast<double>(eye.x), static_cast<double>(eye.y), static_cast<double>(eye.z)},
         std::tan(of.eye.field_of_view * half_degree)});
    const stage_size size = of.players.size();
    sun_.begin(views::shadow, size.centre, size.radius);
    float view[16];
    float projection[16];
    float view_projection[16];
    of.eye.matrices(device_.width(), device_.height(), view, projection);
    bx::mtxMul(view_projection, view, projection);
    choose_frusta(with.stage, view_projection);
    renderer_->upload(of.registry, {}, of.workers);
    seconds_ += static_cast<double>(of.seconds);
    surfaces_->set_time(seconds_);
    surfaces_->draw_depth({views::shadow, {}, &shadow_, sun_shadow::caster_state});
    aim(view, projection);
    ground_.draw(views::main, sun_);
    draw_characters(with, of.eye);
    lines_.clear();
    if (with.gizmos.any()) {
        add_gizmos(lines_, of.registry, of.players, with.gizmos);
        if (with.gizmos.flesh) {
            add_flesh_gizmos(lines_, of.registry, of.players);
        }
        lines_.submit(views::main, true);
    }

    panel_.begin(device_.width(), device_.height(), of.seconds);
    const overlay_facts facts{of.systems,           *renderer_,
                              of.players,           bgfx::getRendererName(bgfx::getRendererType()),
                              of.frames_per_second, view_projection,
                              device_.width(),      device_.height()};
    show_overlay(with, facts);
    panel_.submit(views::panel, device_.target());
}

} // namespace demo

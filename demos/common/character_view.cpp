#include "common/character_view.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/bgfx/shaders.hpp>

namespace demo {

using namespace jounce;

namespace {

constexpr std::uint64_t draw_state =
    BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_WRITE_Z | BGFX_STATE_DEPTH_TEST_LESS;
constexpr float gloss = 0.35F; ///< of meshes without a material

} // namespace

character_view::character_view(device& on)
    : device_(on), lit_shader_(render::make_shader("fs_lit")),
      depth_shader_(render::make_shader("fs_depth")), ground_(lit_shader_.get()) {}

result<std::unique_ptr<character_view>> character_view::make(device& on, render::skin_route route) {
    std::unique_ptr<character_view> made(new character_view(on));
    render::renderer_options options;
    options.route = route;
    options.passes = 2;
    options.max_skinned_vertices = std::size_t{2} << 20U;
    result<std::unique_ptr<render::skin_renderer>> skins = render::skin_renderer::make(options);
    if (!skins) {
        return skins.error();
    }
    made->skins_ = *std::move(skins);
    made->skins_->set_compute_view(views::skin);
    result<std::unique_ptr<render::surface_renderer>> surfaces =
        render::surface_renderer::make(*made->skins_);
    if (!surfaces) {
        return surfaces.error();
    }
    made->surfaces_ = *std::move(surfaces);
    result<render::skin_programs> lit = made->skins_->link(made->lit_shader_.get());
    result<render::skin_programs> shadow = made->skins_->link(made->depth_shader_.get());
    if (!lit || !shadow) {
        return !lit ? lit.error() : shadow.error();
    }
    made->lit_ = *std::move(lit);
    made->shadow_ = *std::move(shadow);
    return made;
}

void character_view::begin(const vec3<float>& centre, float radius) {
    // Every view needs a target off-screen, also one that only computes.
    bgfx::setViewFrameBuffer(views::skin, device_.target());
    bgfx::touch(views::skin);
    sun_.begin(views::shadow, centre, radius);
}

void character_view::cast_shadows() {
    surfaces_->draw_depth({views::shadow, {}, &shadow_, sun_shadow::caster_state});
}

void character_view::aim(const float* view, const float* projection, std::uint32_t background) {
    const auto width = static_cast<std::uint16_t>(device_.width());
    const auto height = static_cast<std::uint16_t>(device_.height());
    for (const bgfx::ViewId id : {views::main, views::blended}) {
        bgfx::setViewFrameBuffer(id, device_.target());
        bgfx::setViewRect(id, 0, 0, width, height);
        bgfx::setViewTransform(id, view, projection);
        bgfx::touch(id);
    }
    bgfx::setViewClear(views::main, BGFX_CLEAR_COLOR | BGFX_CLEAR_DEPTH, background, 1.0F, 0);
    bgfx::setViewMode(views::blended, bgfx::ViewMode::Sequential);
}

void character_view::draw_surfaces(const vec3<float>& eye) {
    const auto light = [this] { sun_.bind(gloss, false); };
    surfaces_->draw({views::main, light, &lit_, draw_state});
    surfaces_->draw_blended({views::blended, light, nullptr, draw_state}, cast<double>(eye));
}

void character_view::draw_colours() {
    skins_->draw(views::main, lit_, draw_state, [this] { sun_.bind(gloss, false); });
}

} // namespace demo

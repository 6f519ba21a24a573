#pragma once

#include "common/device.hpp"
#include "common/ground.hpp"
#include "common/sun_shadow.hpp"

#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/result/result.hpp>

#include <memory>

namespace demo {

/// What draws characters in the light of a sun: their renderer, materials, shadows, the ground.
///
/// Per frame: `begin`, `skin_renderer::upload`, `cast_shadows`, `aim`, then what is to be seen.
class character_view {
public:
    /// Errors: those of `skin_renderer::make` and `surface_renderer::make`.
    static jounce::result<std::unique_ptr<character_view>> make(device& on,
                                                                jounce::render::skin_route route);

    jounce::render::skin_renderer& skins() { return *skins_; }
    const jounce::render::skin_renderer& skins() const { return *skins_; }
    jounce::render::surface_renderer& surfaces() { return *surfaces_; }
    const sun_shadow& sun() const { return sun_; }

    /// Sets up the views of shadows, over a sphere of the world, and of skinning.
    void begin(const jounce::vec3<float>& centre, float radius);
    void cast_shadows();
    /// Sets up the views of the camera. @param background  RGBA
    void aim(const float* view, const float* projection,
             std::uint32_t background = sun_shadow::sky);
    void draw_ground() { ground_.draw(views::main, sun_); }
    /// As the materials say.
    void draw_surfaces(const jounce::vec3<float>& eye);
    /// In the colours of vertices alone.
    void draw_colours();

private:
    explicit character_view(device& on);

    device& device_;
    std::unique_ptr<jounce::render::skin_renderer> skins_;
    std::unique_ptr<jounce::render::surface_renderer> surfaces_; ///< of models that have materials
    jounce::render::skin_programs lit_;
    jounce::render::skin_programs shadow_;
    jounce::render::unique_handle<bgfx::ShaderHandle> lit_shader_;
    jounce::render::unique_handle<bgfx::ShaderHandle> depth_shader_;
    ground ground_;
    sun_shadow sun_;
};

} // namespace demo

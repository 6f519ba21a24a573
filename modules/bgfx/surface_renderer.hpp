#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace jounce::render {

/// How surfaces are drawn in a view.
struct surface_pass {
    bgfx::ViewId view = 0;
    /// Sets what shaders/light.sh needs: u_sun, u_sky, u_shadowTransform and stage 0. Called before every draw.
    std::function<void()> light = {};
    /// Draws the meshes that have no material or no surface, and wants none: of `skin_renderer::link`. Null: those are
    /// not drawn.
    const skin_programs* plain = nullptr;
    std::uint64_t state = BGFX_STATE_WRITE_RGB | BGFX_STATE_WRITE_A | BGFX_STATE_WRITE_Z |
                          BGFX_STATE_DEPTH_TEST_LEQUAL;
};

/// Draws the meshes of a `skin_renderer` as their materials say: metallic-roughness, unlit and toon surfaces with
/// their textures. Meshes name their material by `mesh_source::material` and bring a `mesh_source::surface`.
///
/// Per frame, after `skin_renderer::upload`: `draw_depth` for shadow maps, `draw`, then `draw_blended`. Stages 0 to 8
/// and 12 to 15 are taken. A device that is lost takes textures along: destroy this before `bgfx::init`, make it anew
/// and add the same materials in the same order, then they have the same numbers.
class surface_renderer {
public:
    /// Errors: `no_shader`, `no_program`. @param skins  must live longer
    static result<std::unique_ptr<surface_renderer>> make(skin_renderer& skins);
    ~surface_renderer();
    surface_renderer(const surface_renderer&) = delete;
    surface_renderer& operator=(const surface_renderer&) = delete;

    /// Puts materials with their textures on the GPU; returns their numbers in the order of the set. Pictures that
    /// nothing uses are left out; those that could not be read, or are larger than the device allows, are white.
    /// Cost  `make_mipmaps` for each. @param mipmaps  false: textures have no smaller copies, and flicker far away
    /// Errors: `bad_index` for textures, pictures and sets of coordinates that there are none of.
    result<std::vector<material_id>> add_materials(const material_set& of, bool mipmaps = true);
    /// Meshes that still name them are drawn as if they had no material.
    void remove_materials(std::span<const material_id> gone);

    /// The time by which texture coordinates scroll and spin, seconds.
    void set_time(double seconds);

    /// Draws what is opaque or has holes.
    void draw(const surface_pass& into);
    /// Draws what lets light through, from back to front, over what is there: give it a view behind that of `draw` with
    /// the same target, `bgfx::ViewMode::Sequential` and nothing cleared. `plain` has no part in it.
    void draw_blended(const surface_pass& into, const vec3<double>& eye);
    /// Draws for passes that only need depth: shadow maps. Blended surfaces count where they cover at least half.
    /// `light` may be empty; `plain` draws all that has no holes (`fs_depth`), and must be there.
    void draw_depth(const surface_pass& into);

private:
    class implementation;
    explicit surface_renderer(std::unique_ptr<implementation> made);
    std::unique_ptr<implementation> implementation_;
};

} // namespace jounce::render

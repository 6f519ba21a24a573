#pragma once

#include <jounce/modules/bgfx/part_painter.hpp>
#include <jounce/modules/bgfx/skin_programs.hpp>
#include <jounce/modules/bgfx/skin_route.hpp>
#include <jounce/modules/pipeline/taskflow_seen.hpp>
#include <jounce/modules/render/appearance.hpp>
#include <jounce/modules/render/clip_instance.hpp>
#include <jounce/modules/render/frustum.hpp>
#include <jounce/modules/render/mesh_levels.hpp>
#include <jounce/modules/render/mesh_parts.hpp>
#include <jounce/modules/result/result.hpp>

#include <entt/entt.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tf {
class Executor;
}

namespace jounce {
class pipeline;
class profiler;
} // namespace jounce

namespace jounce::render {

/// How a renderer skins, and how much of the GPU a frame may take.
struct renderer_options {
    skin_route route = skin_route::automatic;
    int passes = 1; ///< how often a character is drawn per frame: decides whether to skin once
    /// Texels of the palette texture that a frame may have; a joint takes three, or four if polar.
    std::size_t max_palette_texels = std::size_t{8} << 20U;
    /// Skinned vertices of a frame, where they are skinned once; 32 bytes each.
    std::size_t max_skinned_vertices = std::size_t{1} << 20U;
    /// Of all uniforms per frame, route `uniforms` only. bgfx has 8.4 MB on Vulkan and does not
    /// check this.
    std::size_t max_uniform_bytes = std::size_t{6} << 20U;
    /// Draws per frame that the renderer may make; the rest of bgfx's own limit is the host's.
    std::uint32_t max_draws = 32768;
    /// Vertices are coloured by their distance from rigid skinning: blue none, red this far or further,
    /// metres. 0: their own colours. Route `uniforms` has no room for a second palette and keeps
    /// their own colours.
    float deviation_distance = 0;
    /// Receives messages for the host: which route was chosen, which limit was reached. Once per
    /// event, not per frame. None: standard error.
    std::function<void(std::string_view)> log = {};
};

/// Statistics of a frame.
struct frame_report {
    std::size_t drawn = 0;          ///< characters
    std::size_t left_out = 0;       ///< characters, for want of room: see the log
    std::size_t clip_instances = 0; ///< of `drawn`: without bones of their own
    std::size_t too_small = 0;      ///< characters that their levels hide
    std::size_t culled = 0;         ///< characters outside of all frusta of `set_frusta`
    /// Characters drawn, by the level of their meshes; without levels: the first.
    std::array<std::size_t, max_mesh_levels> at_level{};
    std::size_t palette_texels = 0;
    std::uint64_t skinned_vertices = 0; ///< vertices skinned so far, as often as each was
    std::uint32_t draws = 0;            ///< submitted so far
    std::uint64_t gather_ns = 0; ///< of `upload`: putting palettes together, before bgfx is called
    std::uint64_t upload_ns = 0; ///< all of `upload`, wall-clock time
};

/// Where pictures are taken from, for levels of detail.
struct view_point {
    vec3<double> eye;
    /// Tangent of half the field of view, top to bottom. 0: every mesh at its finest level.
    float half_height = 0;
};

/// Draws the characters of a registry that have an `appearance`, by dual quaternions with scale or by
/// matrices, and those that have a `clip_instance`. Works with a bgfx that the host has initialised; owns nothing but its own handles.
///
/// Per frame, on the thread that calls bgfx: `upload` after the pipeline's frame, then `draw` in as many
/// views as are wanted, then `bgfx::frame()`.
class skin_renderer {
public:
    /// Errors: `no_device` if bgfx is not initialised, `no_shader` if shaders are not compiled for its API.
    static result<std::unique_ptr<skin_renderer>> make(renderer_options options = {});
    ~skin_renderer();
    skin_renderer(const skin_renderer&) = delete;
    skin_renderer& operator=(const skin_renderer&) = delete;

    /// How it skins, as chosen when it was made; never `automatic`.
    skin_route route() const;

    /// Errors: those of `split_into_parts`; `too_large` too if a device or a route has no room for it.
    result<mesh_id> add_mesh(const mesh_source& mesh);
    /// The same for characters with this bind.
    result<mesh_id> add_mesh(const skin_binding& joints, const skinned_mesh& vertices,
                             std::span<const std::uint32_t> triangles,
                             std::span<const std::uint32_t> colours = {},
                             std::span<const morph_target> morphs = {});
    /// A mesh that is drawn by one of several, chosen per character and frame by its size on the screen: see
    /// `set_view`. All must be for the same joints and have the same morph targets.
    /// Errors: `no_mesh` if there are none, `too_many`, `bad_index`, `inconsistent`, `bad_order` if sizes rise.
    result<mesh_id> add_levels(std::span<const mesh_level> levels);
    /// Characters that still use it are not drawn; this is logged.
    void remove_mesh(mesh_id mesh);

    /// Puts clips on the GPU, all or none; frames are not sent again. Routes `uniforms` and `cpu` keep them in memory
    /// and compute the palettes of every `clip_instance` on the CPU. The texture is made anew by every call: add the
    /// clips of a level together.
    /// Errors: `bad_count`, `bad_number`, `not_finite`, `too_many_joints` (above 256), `too_large`.
    result<std::vector<clip_id>> add_clips(std::span<const clip_source> clips);
    /// Instances that still play it are not drawn; this is logged.
    void remove_clip(clip_id clip);
    /// The time that clips are played by, from the next `upload` on, seconds.
    void set_clip_time(double seconds);
    /// From where levels of detail are chosen, from the next plan on (`upload`, or the frame that `follow` plans).
    void set_view(const view_point& from);

    /// What the views of a frame can see, from the next `upload` on: characters that are surely outside of all of
    /// these are neither gathered nor drawn (`frame_report::culled`). Give one for every view that draws, also
    /// those of shadows: whoever casts one need not be in the camera's picture. None (as at first): all are drawn.
    /// While there are any, palettes are gathered by `upload` also after `follow`: where a character is is known
    /// only when its frame has been computed.
    void set_frusta(std::span<const frustum> views);

    /// The system `palette_upload`: gathers palettes of all characters that are drawn, on the workers
    /// if given, and hands them to bgfx. `origin` is what the GPU takes as the world's origin: give the
    /// camera's position where worlds are large, and make the view matrix from there.
    /// @pre no frame of the pipeline is being computed
    void upload(entt::registry& registry, const vec3<double>& origin = {},
                tf::Executor* workers = nullptr);

    /// From now on palettes are gathered within the pipeline's frames, block by block while they
    /// are in cache, and `upload` only hands over what is there: a third less work. What it draws
    /// is planned as a frame begins, so appearances and placements are those of that moment, and so
    /// is the origin: the last one of `set_origin`. Frames that are held, and those with rigid
    /// palettes (deviation colours, `appearance::rigid`), are gathered by `upload` as without
    /// `follow`. Ends with this renderer, or with the next call.
    /// @pre the pipeline is of that registry
    void follow(pipeline& systems, entt::registry& registry);
    /// What the GPU takes as the world's origin in frames that `follow` plans, metres.
    void set_origin(const vec3<double>& origin);

    /// Gives `upload` a row in a table of costs and a place in traces, as the system "palette_upload".
    /// Errors: those of `system_stats::register_system`.
    result<bool> measure_with(profiler& table);

    /// View that `upload` dispatches compute shaders in; it must come before those that draw.
    void set_compute_view(bgfx::ViewId view);

    /// Programs of the host's own fragment shader: its inputs must be v_position, v_normal (not of unit
    /// length) and v_color0 of shaders/varying.def.sc, all three, in world space; bgfx links nothing
    /// else. The shader stays the host's. Errors: `no_program`.
    result<skin_programs> link(bgfx::ShaderHandle fragment);
    /// The same for fragment shaders that also take v_tangent (of unit length or zero, w: see `surface_vertices`) and
    /// v_texcoords (two sets), and an interpolated normal of about unit length. Draws meshes that have a surface.
    /// Errors: `no_shader`, `no_program`.
    result<skin_programs> link_surface(bgfx::ShaderHandle fragment);
    /// The same with vertex shaders of the host's and any varyings that these and the fragment shader agree on.
    /// Errors: `no_program`.
    result<skin_programs> link(const skin_shaders& vertex, bgfx::ShaderHandle fragment);

    /// Draws all that was uploaded. Culls back faces unless a mesh has two sides. Uniforms and textures
    /// that the fragment shader needs are set by `bind`, which is called before every draw. Programs that want a surface
    /// draw only meshes that have one.
    /// Stages 13 to 15 hold clips, palettes, and morph targets with flesh.
    void draw(bgfx::ViewId view, const skin_programs& programs, std::uint64_t state,
              const std::function<void()>& bind = {});
    /// Draws every mesh as a painter has it, for meshes that differ in more than uniforms.
    void draw(bgfx::ViewId view, part_painter& painter);
    /// The same from back to front, each part of each character in a draw of its own: for what is blended. The view must
    /// keep the order (`bgfx::ViewMode::Sequential`). How far a part is away is that of its middle at rest.
    /// @param eye  where it is seen from, in the world
    void draw_sorted(bgfx::ViewId view, part_painter& painter, const vec3<double>& eye);

    /// `renderer_options::deviation_distance` from the next `upload` on; 0 turns these colours off.
    void set_deviation_distance(float metres);
    /// Of the frame since the last `upload`.
    const frame_report& report() const;

    /// @{ For hosts that shut bgfx down and initialise it again. Call `forget_device` before or
    /// after `bgfx::shutdown`, but before the next `bgfx::init`; call `restore_device` after that.
    /// Programs of `link` must be linked again. Errors: those of `make`.
    void forget_device();
    result<bool> restore_device();
    /// @}

private:
    class implementation;
    explicit skin_renderer(std::unique_ptr<implementation> made);
    std::unique_ptr<implementation> implementation_;
};

} // namespace jounce::render

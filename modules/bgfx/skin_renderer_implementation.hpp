#pragma once

// What a `skin_renderer` holds. Its functions are in skin_renderer_device.cpp, skin_renderer_meshes.cpp
//
// skin_renderer_clips.cpp and skin_renderer_frame.cpp.

#include <jounce/modules/bgfx/part_draws.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/profiling/profiler.hpp>
#include <jounce/modules/render/clip_plan.hpp>
#include <jounce/modules/render/clip_table.hpp>
#include <jounce/modules/render/frame_limits.hpp>
#include <jounce/modules/render/upload_workers.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace jounce::render {

class skin_renderer::implementation {
public:
    explicit implementation(renderer_options options) : limits_(options.log) {
        state_.options = std::move(options);
    }

    result<bool> create_device();
    void forget_device();
    result<mesh_id> add_mesh(const mesh_source& mesh);
    result<mesh_id> add_levels(std::span<const mesh_level> levels);
    void remove_mesh(mesh_id mesh);
    result<std::vector<clip_id>> add_clips(std::span<const clip_source> clips);
    void remove_clip(clip_id clip);
    void set_clip_time(double seconds) { clip_time_ = seconds; }
    void set_view(const view_point& from) { view_ = from; }
    void set_frusta(std::span<const frustum> views) { frusta_.assign(views.begin(), views.end()); }
    void make_plan(entt::registry& registry, const vec3<double>& origin);
    void follow(pipeline& systems, entt::registry& registry);
    void set_origin(const vec3<double>& origin) { origin_ = origin; }

    void upload(entt::registry& registry, const vec3<double>& origin, tf::Executor* workers);
    result<bool> measure_with(profiler& table);
    result<skin_programs> link(bgfx::ShaderHandle fragment);
    result<skin_programs> link_surface(bgfx::ShaderHandle fragment);
    result<skin_programs> link(const skin_shaders& vertex, bgfx::ShaderHandle fragment);
    void draw(bgfx::ViewId view, const skin_programs& programs, std::uint64_t state,
              const std::function<void()>& bind);
    /// @param eye  null: not sorted
    void draw(bgfx::ViewId view, part_painter& painter, const vec3<double>* eye);

    skin_route route() const { return state_.route; }
    const frame_report& report() const { return state_.report; }
    void set_compute_view(bgfx::ViewId view) { compute_view_ = view; }
    void set_deviation_distance(float metres) { state_.options.deviation_distance = metres; }

private:
    /// As a frame of the pipeline begins.
    void begin_followed();

    /// Blocks are done, on whichever worker.
    void visit(std::size_t first, std::size_t last) noexcept;
    void charge(std::uint64_t start, std::uint64_t end, std::uint64_t characters) noexcept;

    /// Whether shaders read clips themselves.
    bool clips_on_gpu() const {
        return state_.route == skin_route::texture || state_.route == skin_route::compute;
    }
    level_view view_from(const vec3<double>& origin) const;
    cull_request cull_from(const vec3<double>& origin);
    /// Adds what plays clips to the plan; returns where palettes are.
    palette_row<float>* plan_clips(entt::registry& registry, palette_row<float>* to);
    void make_clip_texture();

    bool by_compute() const { return state_.route == skin_route::compute; }

    void write_instances(palette_row<float>* to);
    void skin_all();

    frame_limits limits_;
    skin_state state_;
    part_draws draws_;
    bgfx::ViewId compute_view_ = 0;
    unique_handle<bgfx::ShaderHandle> four_;
    unique_handle<bgfx::ShaderHandle> eight_;
    unique_handle<bgfx::ShaderHandle> skinned_;
    /// @{ Made when they are asked for.
    unique_handle<bgfx::ShaderHandle> surface_four_;
    unique_handle<bgfx::ShaderHandle> surface_eight_;
    unique_handle<bgfx::ShaderHandle> surface_skinned_;
    /// @}
    upload_plan plan_;
    upload_workers workers_;
    std::vector<planned_mesh> meshes_;
    std::vector<skin_reach> reaches_; ///< as long as `meshes_`
    std::vector<planned_levels> levels_;
    std::vector<frustum> frusta_;
    culling culling_; ///< of the latest plan
    clip_table clips_;
    clip_plan clip_plan_;
    double clip_time_ = 0;
    view_point view_;
    entt::registry* followed_ = nullptr; ///< as of the last frame
    pipeline* followed_systems_ = nullptr;
    follower_handle following_;
    vec3<double> origin_;
    vec3<double> planned_origin_;            ///< of the latest plan
    palette_row<float>* gathered_ = nullptr; ///< what a frame of the pipeline has filled, or null
    std::atomic<std::uint64_t> gathered_ns_{0};
    profiler* table_ = nullptr;
    system_id row_{};
};

} // namespace jounce::render

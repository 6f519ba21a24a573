#pragma once

#include <jounce/modules/bgfx/gpu_mesh.hpp>
#include <jounce/modules/bgfx/palette_texture.hpp>
#include <jounce/modules/bgfx/skin_once.hpp>
#include <jounce/modules/bgfx/skin_renderer.hpp>
#include <jounce/modules/bgfx/skin_uniforms.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace jounce::render {

/// Data that uploading writes and drawing reads.
struct skin_state {
    renderer_options options;
    skin_route route = skin_route::texture;
    skin_uniforms uniforms;
    palette_texture texture;
    unique_handle<bgfx::TextureHandle> clip_texture; ///< if there are clips
    skin_once once;
    std::vector<planned_part> planned;
    std::vector<gpu_part> parts; ///< as long as `planned`
    frame_report report;

    bool skins_once() const { return route == skin_route::compute || route == skin_route::cpu; }
    /// The uniform of a part.
    skin_setup setup_of(std::size_t part) const;
};

/// Characters that a pass left out, by the limit that was reached.
struct shortage {
    std::size_t draws = 0;
    std::size_t uniforms = 0;
    std::size_t instances = 0;
};

/// Submits the uploaded parts, once per pass.
class part_draws {
public:
    struct pass {
        bgfx::ViewId view;
        const skin_programs* programs;
        std::uint64_t state;
        const std::function<void()>* bind;
    };

    void begin_frame(std::size_t parts);
    shortage draw(skin_state& of, const pass& into);

private:
    /// Instance data of a part in this frame, shared by all passes.
    struct part_instances {
        bgfx::InstanceDataBuffer buffer{};
        bool is_made = false;
        std::uint32_t count = 0;
        std::uint32_t missing = 0;
    };

    void draw_skinned(skin_state& of, std::size_t part, std::size_t count, const pass& into,
                      shortage& without);
    void draw_by_uniforms(skin_state& of, std::size_t part, const pass& into, shortage& without);
    void draw_by_texture(skin_state& of, std::size_t part, std::size_t first, const pass& into,
                         shortage& without);
    const part_instances& instances_of(const planned_part& plan, std::size_t part,
                                       std::size_t first);

    std::vector<part_instances> instances_;
    std::size_t uniform_bytes_ = 0;
};

} // namespace jounce::render

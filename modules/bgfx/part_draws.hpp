#pragma once

#include <jounce/modules/bgfx/gpu_mesh.hpp>
#include <jounce/modules/bgfx/palette_texture.hpp>
#include <jounce/modules/bgfx/part_painter.hpp>
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
        part_painter* painter;
    };

    void begin_frame(std::size_t parts);
    /// Part by part.
    shortage draw(skin_state& of, const pass& into);
    /// Character by character and part by part, the furthest first. @param eye  from the origin of the upload
    shortage draw_sorted(skin_state& of, const pass& into, const vec3<float>& eye);

private:
    /// Instance data of a part in this frame, shared by all passes.
    struct part_instances {
        bgfx::InstanceDataBuffer buffer{};
        bool is_made = false;
        std::uint32_t count = 0;
        std::uint32_t missing = 0;
    };
    /// Some of the characters that have a part.
    struct characters {
        std::size_t part = 0;
        std::size_t first = 0;
        std::size_t last = 0; ///< behind them
    };
    /// A character's part among those that are sorted.
    struct sorted_part {
        std::int32_t order = 0;
        float square_away = 0;
        std::uint32_t part = 0;
        std::uint32_t who = 0;
    };

    void draw_range(skin_state& of, const characters& who, const pass& into, shortage& without);
    void draw_skinned(skin_state& of, const characters& who, const part_look& look,
                      const pass& into, shortage& without);
    void draw_by_uniforms(skin_state& of, const characters& who, const part_look& look,
                          const pass& into, shortage& without);
    void draw_by_texture(skin_state& of, const characters& who, std::size_t once,
                         const part_look& look, const pass& into, shortage& without);
    const part_instances& instances_of(const planned_part& plan, std::size_t part,
                                       std::size_t first);

    std::vector<part_instances> instances_;
    std::vector<sorted_part> sorted_;
    std::size_t uniform_bytes_ = 0;
};

} // namespace jounce::render

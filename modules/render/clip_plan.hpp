#pragma once

#include <jounce/modules/render/clip_bounds.hpp>
#include <jounce/modules/render/clip_table.hpp>
#include <jounce/modules/render/upload_plan.hpp>

#include <cstddef>
#include <vector>

namespace jounce::render {

/// What `clip_plan` needs to know of a frame.
struct clip_request {
    vec3<double> origin;
    double time = 0; ///< seconds
    level_view view;
    cull_request cull;
    bool on_gpu = true; ///< instances read the clip texture; else palettes are computed here
    std::size_t first_texel = 0; ///< of the palette texture that is free; if not on the GPU
    std::size_t max_texels = 0;
};

/// Appends every `clip_instance` to the parts that are drawn. Independent of graphics APIs. Allocates nothing once
/// its lists have grown.
class clip_plan {
public:
    /// Reads  clip_instance, placement.  Writes  clip_instance::level, `parts[...].drawn`.
    /// @pre the `upload_plan` of the frame has been made
    void make(entt::registry& registry, std::span<const planned_mesh> meshes,
              std::span<planned_part> parts, const clip_table& clips, const clip_request& request);
    /// Computes palettes, where they are not computed on the GPU.
    /// @pre to has room up to `last_texel`
    void copy(const clip_table& clips, palette_row<float>* to) const noexcept;

    std::size_t last_texel() const { return texels_; } ///< of the palette texture
    std::size_t drawn() const { return drawn_; }
    std::size_t too_small() const { return too_small_; }       ///< by their levels
    std::size_t left_out() const { return left_out_; }         ///< for want of texels
    std::size_t mismatched() const { return mismatched_; }     ///< clip and mesh do not fit
    std::size_t culled() const { return culled_; }             ///< nobody sees them
    const level_counts& at_level() const { return at_level_; } ///< those drawn

private:
    /// Rows of a part's joints, between two frames.
    struct mix_job {
        const mesh_part* part = nullptr;
        std::uint32_t clip = 0;
        frame_pair at;
        std::uint32_t to = 0;
        std::uint32_t weights = 0; ///< texels of morph weights
    };
    void add_palettes(std::span<planned_part> parts, std::uint32_t clip, const frame_pair& at,
                      instance& told);

    std::vector<mix_job> mixes_;
    clip_bounds bounds_;
    std::size_t texels_ = 0;
    std::size_t drawn_ = 0;
    std::size_t too_small_ = 0;
    std::size_t left_out_ = 0;
    std::size_t mismatched_ = 0;
    std::size_t culled_ = 0;
    level_counts at_level_{};
};

} // namespace jounce::render

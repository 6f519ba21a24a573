#pragma once

#include <jounce/components/assets/affine_frames.hpp>
#include <jounce/modules/render/appearance.hpp>

#include <cstdint>
#include <span>

namespace jounce::render {

/// A clip that a `skin_renderer` knows.
enum class clip_id : std::uint32_t {};

/// A clip to be played from the GPU's memory, as the host has it. Read while `skin_renderer::add_clips` runs, not
/// kept.
struct clip_source {
    const affine_frames& frames;
    std::span<const float> morph_weights =
        {}; ///< [frame][morph target]; corrections of a decomposition
    /// Loops go from the last frame on to the first. False: the last frame is the first again, or the clip
    /// does not loop.
    bool closes = false;
};

/// A character without bones of its own: plays a clip that is on the GPU, and costs the CPU its place and two frame
/// numbers. Component of any entity, beside a `placement` (none: at the origin); needs no `spawn` and no pipeline.
/// Written by the host between frames.
struct clip_instance {
    mesh_id mesh{}; ///< of mode `palette_mode::matrix`, with as many joints as the clip
    clip_id clip{};
    float phase = 0; ///< seconds into the clip when `skin_renderer::set_clip_time` says 0
    float speed = 1; ///< seconds of the clip per second; below 0: backwards
    std::uint32_t tint = 0xFFFFFFFF; ///< RGBA8, R in the lowest byte, multiplies the mesh's colours
    bool loops = true;               ///< or stays at the end
    bool hidden = false;
    std::uint8_t level = 0; ///< of detail, last drawn; written by `skin_renderer::upload`
};

/// Changes the speed of an instance without a jump.
/// @param time  what `skin_renderer::set_clip_time` has now, or will have when the change is seen
inline void change_speed(clip_instance& of, float speed, double time) {
    of.phase =
        static_cast<float>(static_cast<double>(of.phase) +
                           (static_cast<double>(of.speed) - static_cast<double>(speed)) * time);
    of.speed = speed;
}

} // namespace jounce::render

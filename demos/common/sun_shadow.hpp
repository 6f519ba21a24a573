#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <cstdint>

namespace demo {

/// The sun of shaders/light.sh and its shadow map.
class sun_shadow {
public:
    explicit sun_shadow(std::uint16_t size = 2048);

    /// Sets up the view that casts shadows, over a sphere of the world.
    void begin(bgfx::ViewId view, const jounce::vec3<float>& centre, float radius);
    /// World to clip space of that view, column by column: who casts shadows is in there.
    const float* to_clip() const { return to_clip_; }
    /// Uniforms and texture of the next draw. @param has_shadows  false: the sun shines through everything
    void bind(float gloss, bool is_ground, bool has_shadows = true) const;

    static constexpr std::uint32_t sky = 0xC4D6E8FF; ///< RGBA, background
    static constexpr std::uint64_t caster_state = BGFX_STATE_WRITE_Z | BGFX_STATE_DEPTH_TEST_LESS;

private:
    std::uint16_t size_;
    jounce::render::unique_handle<bgfx::FrameBufferHandle> target_;
    bgfx::TextureHandle texture_{bgfx::kInvalidHandle}; ///< the target's
    jounce::render::unique_handle<bgfx::UniformHandle> sun_;
    jounce::render::unique_handle<bgfx::UniformHandle> sky_;
    jounce::render::unique_handle<bgfx::UniformHandle> material_;
    jounce::render::unique_handle<bgfx::UniformHandle> transform_;
    jounce::render::unique_handle<bgfx::UniformHandle> sampler_;
    float to_clip_[16] = {};
    float world_to_map_[16] = {};
};

} // namespace demo

#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/modules/bgfx/surface_renderer.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::render {

/// A texture as `bgfx::setTexture` takes it.
struct sampled_texture {
    bgfx::TextureHandle texture{bgfx::kInvalidHandle};
    std::uint32_t flags = 0;
};

/// Textures of one set of materials, each picture once for colours and once for numbers.
class surface_textures {
public:
    surface_textures(const material_set& of, const mip_maker& mips);

    /// Makes it if it is not there; invalid if there is nothing to see, which means white. Errors: `bad_index`.
    result<sampled_texture> get(const texture_use& use, bool is_srgb);

private:
    const material_set* of_; ///< while materials are added
    const mip_maker* mips_;
    struct picture {
        unique_handle<bgfx::TextureHandle> handle;
        bool is_made = false;
    };
    std::array<std::vector<picture>, 2> made_; ///< [is sRGB][image]
};

/// Picture levels as one texture; invalid if they are empty, larger than the device allows, or it has no room. Of a
/// chain the levels that are too large are left out.
unique_handle<bgfx::TextureHandle> make_texture(std::span<const texture_image> levels,
                                                bool is_srgb);
/// Flags of bgfx for a sampler.
std::uint32_t sampler_flags(const texture& of);

} // namespace jounce::render

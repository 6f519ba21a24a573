#pragma once

#include <jounce/components/assets/material.hpp>
#include <jounce/modules/bgfx/unique_handle.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/surface/make_mipmaps.hpp>

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

/// What a material does with a texture.
struct texture_purpose {
    image_use use = image_use::colour;
    mipmap_alpha alpha = {};
};

/// Textures of one set of materials. A picture that is used as colours and as numbers is there twice.
class surface_textures {
public:
    surface_textures(const material_set& of, bool mipmaps);

    /// Makes it if it is not there; invalid if there is nothing to see, which means white. Alpha is that of the first
    /// use. Only while the set is there. Errors: `bad_index`.
    result<sampled_texture> get(const texture_use& use, const texture_purpose& purpose);

private:
    struct picture {
        unique_handle<bgfx::TextureHandle> handle;
        bool is_made = false;
    };
    const material_set* of_; ///< while materials are added
    bool mipmaps_;
    std::array<std::vector<picture>, 3> made_; ///< [image_use][image]
};

/// A picture with its smaller copies, or with none, as a texture. Levels that are larger than the device allows are left
/// out; invalid if none is left, or it has no texels.
unique_handle<bgfx::TextureHandle>
make_texture(const texture_image& of, std::span<const texture_image> smaller, bool is_srgb);
/// Flags of bgfx for a sampler.
std::uint32_t sampler_flags(const texture& of);

} // namespace jounce::render

#include <jounce/modules/bgfx/surface_textures.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace jounce::render {
namespace {

bool has_texels(const texture_image& of) {
    return of.width > 0 && of.height > 0 &&
           of.texels.size() == std::size_t{4} * of.width * of.height;
}

} // namespace

unique_handle<bgfx::TextureHandle>
make_texture(const texture_image& of, std::span<const texture_image> smaller, bool is_srgb) {
    const std::uint32_t largest = bgfx::getCaps()->limits.maxTextureSize;
    const texture_image* first = &of;
    while (first->width > largest || first->height > largest) {
        if (smaller.empty()) {
            return {};
        }
        first = &smaller.front();
        smaller = smaller.subspan(1);
    }
    if (!has_texels(*first)) {
        return {};
    }
    std::size_t bytes = first->texels.size();
    for (const texture_image& each : smaller) {
        bytes += each.texels.size();
    }
    const bgfx::Memory* memory = bgfx::alloc(static_cast<std::uint32_t>(bytes));
    std::uint8_t* to = std::copy(first->texels.begin(), first->texels.end(), memory->data);
    for (const texture_image& each : smaller) {
        to = std::copy(each.texels.begin(), each.texels.end(), to);
    }
    return unique_handle(bgfx::createTexture2D(
        static_cast<std::uint16_t>(first->width), static_cast<std::uint16_t>(first->height),
        !smaller.empty(), 1, bgfx::TextureFormat::RGBA8,
        is_srgb ? BGFX_TEXTURE_SRGB : BGFX_TEXTURE_NONE, memory));
}

std::uint32_t sampler_flags(const texture& of) {
    std::uint32_t out = 0;
    switch (of.wrap_u) {
    case texture_wrap::repeat: break;
    case texture_wrap::mirrored: out |= BGFX_SAMPLER_U_MIRROR; break;
    case texture_wrap::clamp: out |= BGFX_SAMPLER_U_CLAMP; break;
    }
    switch (of.wrap_v) {
    case texture_wrap::repeat: break;
    case texture_wrap::mirrored: out |= BGFX_SAMPLER_V_MIRROR; break;
    case texture_wrap::clamp: out |= BGFX_SAMPLER_V_CLAMP; break;
    }
    const bool nearest_texel = of.minified == texture_filter::nearest ||
                               of.minified == texture_filter::nearest_mipmap_nearest ||
                               of.minified == texture_filter::nearest_mipmap_linear;
    const bool mixes_levels = of.minified == texture_filter::nearest_mipmap_linear ||
                              of.minified == texture_filter::linear_mipmap_linear;
    out |= nearest_texel ? BGFX_SAMPLER_MIN_POINT : 0U;
    out |= mixes_levels ? 0U : BGFX_SAMPLER_MIP_POINT;
    out |= of.magnified == texture_filter::nearest ? BGFX_SAMPLER_MAG_POINT : 0U;
    return out;
}

surface_textures::surface_textures(const material_set& of, bool mipmaps)
    : of_(&of), mipmaps_(mipmaps) {
    for (std::vector<picture>& each : made_) {
        each.resize(of.images.size());
    }
}

result<sampled_texture> surface_textures::get(const texture_use& use,
                                              const texture_purpose& purpose) {
    if (!use.is_used()) {
        return sampled_texture{};
    }
    const auto at = static_cast<std::size_t>(use.texture);
    if (at >= of_->textures.size() || use.texcoord < 0 || use.texcoord > 1) {
        return error{errors::bad_index,
                     "texture " + std::to_string(use.texture) + " by coordinates of set " +
                         std::to_string(use.texcoord) + "; there are " +
                         std::to_string(of_->textures.size()) + " textures, and sets 0 and 1"};
    }
    const texture& from = of_->textures[at];
    if (from.image < 0) {
        return sampled_texture{};
    }
    const auto image = static_cast<std::size_t>(from.image);
    if (image >= of_->images.size()) {
        return error{errors::bad_index, "texture " + std::to_string(at) + " is of picture " +
                                            std::to_string(image) + "; there are " +
                                            std::to_string(of_->images.size())};
    }
    picture& made = made_[static_cast<std::size_t>(purpose.use)][image];
    if (!made.is_made) {
        made.is_made = true;
        const texture_image& source = of_->images[image];
        std::vector<texture_image> smaller;
        if (mipmaps_) {
            smaller = make_mipmaps(source, purpose.use, purpose.alpha);
        }
        made.handle = make_texture(source, smaller, purpose.use == image_use::colour);
        if (made.handle && !source.name.empty()) {
            bgfx::setName(made.handle.get(), source.name.c_str());
        }
    }
    return sampled_texture{made.handle.get(), sampler_flags(from)};
}

} // namespace jounce::render

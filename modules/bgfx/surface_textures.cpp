#include <jounce/modules/bgfx/surface_textures.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace jounce::render {
namespace {

bool has_texels(const texture_image& of) {
    return of.width > 0 && of.height > 0 &&
           of.texels.size() == std::size_t{4} * of.width * of.height;
}

/// Whether each level is half of the one before, down to one texel.
bool is_chain(std::span<const texture_image> levels) {
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
        if (levels[i + 1].width != std::max(levels[i].width / 2, 1U) ||
            levels[i + 1].height != std::max(levels[i].height / 2, 1U)) {
            return false;
        }
    }
    return levels.size() > 1 && levels.back().width == 1 && levels.back().height == 1;
}

} // namespace

unique_handle<bgfx::TextureHandle> make_texture(std::span<const texture_image> levels,
                                                bool is_srgb) {
    const std::uint32_t largest = bgfx::getCaps()->limits.maxTextureSize;
    const bool has_mips = is_chain(levels);
    while (!levels.empty() && (levels.front().width > largest || levels.front().height > largest)) {
        levels = levels.subspan(has_mips ? 1 : levels.size());
    }
    levels = has_mips || levels.empty() ? levels : levels.first(1);
    if (levels.empty() || !std::all_of(levels.begin(), levels.end(), has_texels)) {
        return {};
    }
    std::size_t bytes = 0;
    for (const texture_image& each : levels) {
        bytes += each.texels.size();
    }
    const bgfx::Memory* memory = bgfx::alloc(static_cast<std::uint32_t>(bytes));
    std::size_t at = 0;
    for (const texture_image& each : levels) {
        std::memcpy(memory->data + at, each.texels.data(), each.texels.size());
        at += each.texels.size();
    }
    return unique_handle(bgfx::createTexture2D(
        static_cast<std::uint16_t>(levels.front().width),
        static_cast<std::uint16_t>(levels.front().height), levels.size() > 1, 1,
        bgfx::TextureFormat::RGBA8, is_srgb ? BGFX_TEXTURE_SRGB : BGFX_TEXTURE_NONE, memory));
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

surface_textures::surface_textures(const material_set& of, const mip_maker& mips)
    : of_(&of), mips_(&mips) {
    for (std::vector<picture>& each : made_) {
        each.resize(of.images.size());
    }
}

result<sampled_texture> surface_textures::get(const texture_use& use, bool is_srgb) {
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
    picture& made = made_[is_srgb ? 1 : 0][image];
    if (!made.is_made) {
        made.is_made = true;
        const texture_image& source = of_->images[image];
        if (*mips_ && has_texels(source)) {
            made.handle = make_texture((*mips_)(source, is_srgb), is_srgb);
        } else {
            made.handle = make_texture({&source, 1}, is_srgb);
        }
        if (made.handle && !source.name.empty()) {
            bgfx::setName(made.handle.get(), source.name.c_str());
        }
    }
    return sampled_texture{made.handle.get(), sampler_flags(from)};
}

} // namespace jounce::render

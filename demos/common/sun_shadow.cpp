#include "sun_shadow.hpp"

#include <bx/math.h>

namespace demo {
namespace {

const bx::Vec3 to_sun = bx::normalize(bx::Vec3(0.45F, 1.0F, 0.55F));

jounce::render::unique_handle<bgfx::UniformHandle> uniform(const char* name,
                                                           bgfx::UniformType::Enum type) {
    return jounce::render::unique_handle(bgfx::createUniform(name, type));
}

} // namespace

sun_shadow::sun_shadow(std::uint16_t size)
    : size_(size), sun_(uniform("u_sun", bgfx::UniformType::Vec4)),
      sky_(uniform("u_sky", bgfx::UniformType::Vec4)),
      material_(uniform("u_material", bgfx::UniformType::Vec4)),
      transform_(uniform("u_shadowTransform", bgfx::UniformType::Mat4)),
      sampler_(uniform("s_shadow", bgfx::UniformType::Sampler)) {
    texture_ = bgfx::createTexture2D(size, size, false, 1, bgfx::TextureFormat::D32F,
                                     BGFX_TEXTURE_RT | BGFX_SAMPLER_COMPARE_LEQUAL |
                                         BGFX_SAMPLER_UVW_CLAMP);
    target_ = jounce::render::unique_handle(bgfx::createFrameBuffer(1, &texture_, true));
}

void sun_shadow::begin(bgfx::ViewId view, const jounce::vec3<float>& centre, float radius) {
    const bgfx::Caps& caps = *bgfx::getCaps();
    const bx::Vec3 at(centre.x, centre.y, centre.z);
    float look[16];
    float projection[16];
    bx::mtxLookAt(look, bx::mad(to_sun, bx::Vec3(2 * radius), at), at, {0, 1, 0},
                  bx::Handedness::Right);
    bx::mtxOrtho(projection, -radius, radius, -radius, radius, 0, 4 * radius, 0,
                 caps.homogeneousDepth, bx::Handedness::Right);
    bgfx::setViewFrameBuffer(view, target_.get());
    bgfx::setViewRect(view, 0, 0, size_, size_);
    bgfx::setViewClear(view, BGFX_CLEAR_DEPTH, 0, 1.0F, 0);
    bgfx::setViewTransform(view, look, projection);
    bgfx::touch(view);

    // From clip space to texture space, whose rows run up or down as the API has it.
    const float up = caps.originBottomLeft ? 0.5F : -0.5F;
    const float depth = caps.homogeneousDepth ? 0.5F : 1.0F;
    const float from = caps.homogeneousDepth ? 0.5F : 0.0F;
    const float crop[16] = {0.5F, 0, 0, 0, 0, up, 0, 0, 0, 0, depth, 0, 0.5F, 0.5F, from, 1};
    bx::mtxMul(to_clip_, look, projection);
    bx::mtxMul(world_to_map_, to_clip_, crop);
}

void sun_shadow::bind(float gloss, bool is_ground, bool has_shadows) const {
    const float texel = has_shadows ? 1.0F / static_cast<float>(size_) : 0;
    const float sun[4] = {to_sun.x, to_sun.y, to_sun.z, texel};
    const float background[4] = {static_cast<float>((sky >> 24U) & 0xFFU) / 255.0F,
                                 static_cast<float>((sky >> 16U) & 0xFFU) / 255.0F,
                                 static_cast<float>((sky >> 8U) & 0xFFU) / 255.0F, 1};
    const float material[4] = {gloss, is_ground ? 1.0F : 0.0F, 0, 0};
    bgfx::setUniform(sun_.get(), sun);
    bgfx::setUniform(sky_.get(), background);
    bgfx::setUniform(material_.get(), material);
    bgfx::setUniform(transform_.get(), world_to_map_);
    bgfx::setTexture(0, sampler_.get(), texture_);
}

} // namespace demo

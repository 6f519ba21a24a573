// Palettes of all characters as texels of one texture, one after the other.
#ifndef PALETTE_SH
#define PALETTE_SH

// The width is a number of modules/bgfx/palette_texture.hpp too.
#define PALETTE_WIDTH 1024

// Compute shaders count buffers and textures together, from 0.
#ifdef SKIN_COMPUTE
#define PALETTE_STAGE 2
#define MORPH_STAGE 3
#else
#define PALETTE_STAGE 14
#define MORPH_STAGE 15
#endif

// By hand for GLSL: a palette read at less than high precision tears meshes apart on OpenGL ES.
#if BGFX_SHADER_LANGUAGE_GLSL
uniform highp sampler2D s_palette;
uniform highp sampler2D s_morph;
#else
SAMPLER2D(s_palette, PALETTE_STAGE);
SAMPLER2D(s_morph, MORPH_STAGE);
#endif

// The remainder by hand: shaderc writes % as mod(), which ESSL has for float only.
vec4 palette_row(int i) {
    int row = i / PALETTE_WIDTH;
    return texelFetch(s_palette, ivec2(i - row * PALETTE_WIDTH, row), 0);
}

vec4 morph_weight_row(int first, int i) {
    return palette_row(first + i);
}

#endif

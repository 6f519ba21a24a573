// Palettes of all characters as texels of one texture, one after the other. Clips that stay on the GPU are in
// another one, frame by frame.
#ifndef PALETTE_SH
#define PALETTE_SH

// The width is a number of modules/bgfx/palette_texture.hpp too.
#define PALETTE_WIDTH 1024

// Compute shaders count buffers and textures together, from 0.
#ifdef SKIN_COMPUTE
#define PALETTE_STAGE 2
#define MORPH_STAGE 3
#else
#define CLIP_STAGE 13
#define PALETTE_STAGE 14
#define MORPH_STAGE 15
#endif

// By hand for GLSL: a palette read at less than high precision tears meshes apart on OpenGL ES.
#if BGFX_SHADER_LANGUAGE_GLSL
uniform highp sampler2D s_palette;
uniform highp sampler2D s_morph;
#ifndef SKIN_COMPUTE
uniform highp sampler2D s_clips;
#endif
#else
SAMPLER2D(s_palette, PALETTE_STAGE);
SAMPLER2D(s_morph, MORPH_STAGE);
#ifndef SKIN_COMPUTE
SAMPLER2D(s_clips, CLIP_STAGE);
#endif
#endif

// The remainder by hand: shaderc writes % as mod(), which ESSL has for float only.
vec4 palette_row(int i) {
    int row = i / PALETTE_WIDTH;
    return texelFetch(s_palette, ivec2(i - row * PALETTE_WIDTH, row), 0);
}

#ifdef SKIN_COMPUTE
// Compute shaders skin characters of the palette texture alone.
vec4 bone_row(vec4 from, int i) {
    return palette_row(int(from.x) + i);
}

vec4 morph_weight_row(vec4 from, int i) {
    return palette_row(int(from.z) + i);
}

#define HAS_FLESH(from) true
#else
vec4 clip_texel(int i) {
    int row = i / PALETTE_WIDTH;
    return texelFetch(s_clips, ivec2(i - row * PALETTE_WIDTH, row), 0);
}

#define IS_CLIP(from) (from.w > 1.5)

// Row i of a character's bones. `from` is row 3 of its instance: (palette, rigid palette or -1, morph weights,
// 0 or 1 for linear), or (texel of a frame, texel of the next, morph weights from there, 2 + share of the next).
vec4 bone_row(vec4 from, int i) {
    vec4 row;
    if (IS_CLIP(from)) {
        row = mix(clip_texel(int(from.x) + i), clip_texel(int(from.y) + i), from.w - 2.0);
    } else {
        row = palette_row(int(from.x) + i);
    }
    return row;
}

vec4 morph_weight_row(vec4 from, int i) {
    vec4 row;
    if (IS_CLIP(from)) {
        row = bone_row(from, int(from.z) + i);
    } else {
        row = palette_row(int(from.z) + i);
    }
    return row;
}

#define HAS_FLESH(from) (!IS_CLIP(from))
#endif

// How far a handle of the flesh is moved: behind the rows of morph weights.
vec4 displacement_row(vec4 from, int weight_rows, int handle) {
    return palette_row(int(from.z) + weight_rows + handle);
}

#endif

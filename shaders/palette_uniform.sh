// One character's palette as uniforms: 85 joints of three rows, fewer with flesh, whose handles take a row each. A
// longer array would wrap in SPIR-V.
#ifndef PALETTE_SH
#define PALETTE_SH

#define MORPH_STAGE 15

uniform vec4 u_palette[255];
uniform vec4 u_instance[5];
uniform vec4 u_weights[16];
#if BGFX_SHADER_LANGUAGE_GLSL
uniform highp sampler2D s_morph;
#else
SAMPLER2D(s_morph, MORPH_STAGE);
#endif

vec4 bone_row(vec4 from, int i) {
    return u_palette[i];
}

vec4 morph_weight_row(vec4 from, int i) {
    return u_weights[i];
}

#define HAS_FLESH(from) true

// How far a handle of the flesh is moved: behind the palette.
vec4 displacement_row(vec4 from, int weight_rows, int handle) {
    return u_palette[int(from.z) + handle];
}

#endif

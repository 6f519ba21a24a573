$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_texcoord1, a_texcoord2
$output v_position, v_normal, v_color0

// For devices without float textures in vertex shaders: one character per draw.
#include <bgfx_shader.sh>
#define SKIN_BY_UNIFORMS
#define SKIN_EIGHT
#include "vs_skin_main.sh"

$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_texcoord1, a_texcoord2, a_tangent, a_bitangent, i_data0, i_data1, i_data2, i_data3, i_data4
$output v_uv, v_lamp, v_eye

#include <bgfx_shader.sh>
#define SKIN_BY_TEXTURE
#define SKIN_EIGHT
#define SKIN_SURFACE
#include "vs_scales_main.sh"

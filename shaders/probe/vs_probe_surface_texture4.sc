$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_tangent, a_bitangent, i_data0, i_data1, i_data2, i_data3, i_data4
$output v_position, v_normal, v_color0, v_tangent, v_texcoords

#include <bgfx_shader.sh>
#define SKIN_BY_TEXTURE
#define SKIN_SURFACE
#define PROBE_TINT i_data4
#include "vs_probe_main.sh"

$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_texcoord1, a_texcoord2, i_data0, i_data1, i_data2, i_data3, i_data4
$output v_position, v_normal, v_color0

// The usual route: palettes in a texture, one instanced draw for all characters that share a mesh.
#include <bgfx_shader.sh>
#define SKIN_BY_TEXTURE
#define SKIN_EIGHT
#include "vs_skin_main.sh"

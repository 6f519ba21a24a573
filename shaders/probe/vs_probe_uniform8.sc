$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_texcoord1, a_texcoord2
$output v_position, v_normal, v_color0

#include <bgfx_shader.sh>
#define SKIN_BY_UNIFORMS
#define SKIN_EIGHT
#define PROBE_TINT u_instance[4]
#include "vs_probe_main.sh"

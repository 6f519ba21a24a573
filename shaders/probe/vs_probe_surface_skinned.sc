$input a_position, a_normal, a_color0, a_texcoord0, a_tangent, a_bitangent
$output v_position, v_normal, v_color0, v_tangent, v_texcoords

#include <bgfx_shader.sh>
#define SKIN_ONCE
#define SKIN_SURFACE
#define PROBE_TINT u_tint
#include "vs_probe_main.sh"

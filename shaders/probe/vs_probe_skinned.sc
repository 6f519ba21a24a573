$input a_position, a_normal, a_color0, a_texcoord0
$output v_position, v_normal, v_color0

#include <bgfx_shader.sh>
#define SKIN_ONCE
#define PROBE_TINT u_tint
#include "vs_probe_main.sh"

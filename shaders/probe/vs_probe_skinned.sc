$input a_position, a_normal, a_tangent, a_color0
$output v_position, v_normal, v_color0

#include <bgfx_shader.sh>
#include "probe.sh"
#define SKIN_PROBE
#include "../vs_skinned_main.sh"

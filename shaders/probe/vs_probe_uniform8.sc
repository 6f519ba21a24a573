$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_texcoord1, a_texcoord2
$output v_position, v_normal, v_color0

#include <bgfx_shader.sh>
#include "../palette_uniform.sh"
#include "probe.sh"

#define SKIN_EIGHT
#define SKIN_PROBE
#define INSTANCE(i) u_instance[i]
#include "../vs_skin_main.sh"

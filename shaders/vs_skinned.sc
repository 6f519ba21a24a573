$input a_position, a_normal, a_color0, a_texcoord0
$output v_position, v_normal, v_color0

// Draws what a compute shader or the CPU has skinned: in world space, with the deviation from rigid
// skinning beside the position.
#include <bgfx_shader.sh>
#define SKIN_ONCE
#include "vs_skin_main.sh"

$input a_position, a_normal, a_tangent, a_color0
$output v_position, v_normal, v_color0

// Draws what a compute shader or the CPU has skinned: in world space, with the deviation from rigid
// skinning beside the position.
#include <bgfx_shader.sh>
#include "vs_skinned_main.sh"

$input a_position, a_normal, a_color0, a_texcoord0, a_tangent, a_bitangent
$output v_position, v_normal, v_color0, v_tangent, v_texcoords

// Draws what a compute shader or the CPU has skinned: in world space, with the deviation from rigid
// skinning beside the position. Surfaces.
#include <bgfx_shader.sh>
#define SKIN_ONCE
#define SKIN_SURFACE
#include "vs_surface_main.sh"

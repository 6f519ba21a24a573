$input a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, a_tangent, a_bitangent
$output v_position, v_normal, v_color0, v_tangent, v_texcoords

// For devices without float textures in vertex shaders: one character per draw. Surfaces: with tangents and texture coordinates.
#include <bgfx_shader.sh>
#define SKIN_BY_UNIFORMS
#define SKIN_SURFACE
#include "vs_surface_main.sh"

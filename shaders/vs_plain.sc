$input a_position, a_normal, a_color0
$output v_position, v_normal, v_color0

// Things that do not bend: ground, gizmos.
#include <bgfx_shader.sh>

void main() {
    vec4 world = mul(u_model[0], vec4(a_position, 1.0));
    v_position = world.xyz;
    v_normal = mul(u_model[0], vec4(a_normal, 0.0)).xyz;
    v_color0 = a_color0;
    gl_Position = mul(u_viewProj, world);
}

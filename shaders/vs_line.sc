$input a_position, a_color0
$output v_color0

// Gizmos: bones, springs, colliders, limits. Drawn a little nearer, so that lines on a surface show.
#include <bgfx_shader.sh>

void main() {
    gl_Position = mul(u_viewProj, vec4(a_position, 1.0));
    gl_Position.z -= 0.0005 * gl_Position.w;
    v_color0 = a_color0;
}

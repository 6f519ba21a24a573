// Body of the vertex shaders that draw skinned vertices.
#include "deviation.sh"

uniform vec4 u_tint;

void main() {
    v_position = a_position;
    v_normal = a_normal;
    v_color0 = a_color0 * u_tint;
    if (a_tangent.x >= 0.0) {
        v_color0.xyz = deviation_colour(a_tangent.x);
    }
#ifdef SKIN_PROBE
    v_normal = normalize(v_normal);
    gl_Position = probe_pixel(a_color0, u_tint.w);
#else
    gl_Position = mul(u_viewProj, vec4(a_position, 1.0));
#endif
}

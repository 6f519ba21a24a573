$input v_position, v_normal, v_color0

// A lamp beside the camera, and nothing to set: for hosts that have no light of their own yet.
#include <bgfx_shader.sh>
#include "normals.sh"

void main() {
    vec3 eye = mul(u_invView, vec4(0.0, 0.0, 0.0, 1.0)).xyz;
    vec3 to_eye = normalize(eye - v_position);
    float facing = max(dot(unit_normal(v_normal, seen_side(v_position, to_eye)), to_eye), 0.0);
    vec3 lit = pow(v_color0.xyz, vec3_splat(2.2)) * (0.15 + 0.85 * facing);
    gl_FragColor = vec4(pow(lit, vec3_splat(1.0 / 2.2)), v_color0.w);
}

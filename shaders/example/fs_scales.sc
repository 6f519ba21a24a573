$input v_uv, v_lamp, v_eye

// Of demos/minimal_engine/own_shaders.cpp: a lamp on a colour and a normal map.
#include <bgfx_shader.sh>

SAMPLER2D(s_colour, 0);
SAMPLER2D(s_bumps, 1);

void main() {
    vec3 bump = normalize(texture2D(s_bumps, v_uv).xyz * 2.0 - 1.0);
    vec3 to_lamp = normalize(v_lamp);
    vec3 half_way = normalize(to_lamp + normalize(v_eye));
    float lit = max(dot(bump, to_lamp), 0.0);
    float shine = 0.4 * pow(max(dot(bump, half_way), 0.0), 40.0);
    vec3 colour = texture2D(s_colour, v_uv).xyz * (0.15 + 0.85 * lit) + vec3_splat(shine * lit);
    gl_FragColor = vec4(pow(colour, vec3_splat(1.0 / 2.2)), 1.0);
}

$input v_position, v_normal, v_color0

// One sun with a shadow map, a sky of two colours, a little gloss. Colours come in as sRGB.
#include <bgfx_shader.sh>
#include "light.sh"
#include "normals.sh"

// x gloss 0..1, y 1 for the ground's tiles
uniform vec4 u_material;

vec3 tiles(vec3 colour, vec3 at) {
    vec2 cell = floor(at.xz);
    float odd = mod(cell.x + cell.y, 2.0);
    vec2 edge = abs(fract(at.xz) - 0.5);
    float joint_line = smoothstep(0.485, 0.5, max(edge.x, edge.y));
    return colour * (0.94 + 0.06 * odd) * (1.0 - 0.12 * joint_line);
}

void main() {
    vec3 eye = mul(u_invView, vec4(0.0, 0.0, 0.0, 1.0)).xyz;
    vec3 away = v_position - eye;
    vec3 colour = v_color0.xyz;
    if (u_material.y > 0.5) {
        colour = tiles(colour, v_position);
    }
    vec3 normal = unit_normal(v_normal, seen_side(v_position, -normalize(away)));
    vec3 lit = shade(pow(colour, vec3_splat(2.2)), normal, normalize(away), v_position, u_material.x);
    // Distance takes everything into the sky's colour, so that the ground has no edge.
    float haze = u_material.y > 0.5 ? smoothstep(12.0, 60.0, length(away)) : smoothstep(30.0, 120.0, length(away));
    lit = mix(lit, pow(u_sky.xyz, vec3_splat(2.2)), haze);
    gl_FragColor = vec4(pow(lit, vec3_splat(1.0 / 2.2)), v_color0.w);
}

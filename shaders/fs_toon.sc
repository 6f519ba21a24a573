$input v_position, v_normal, v_color0, v_tangent, v_texcoords

// Toon surfaces as MToon 1.0 defines them (VRMC_materials_mtoon), lit by the sun of light.sh.
#include <bgfx_shader.sh>
#include "light.sh"
#include "surface.sh"

SAMPLER2D(s_base, 1);
SAMPLER2D(s_normals, 2);
SAMPLER2D(s_emissive, 3);
SAMPLER2D(s_shade, 4);
SAMPLER2D(s_shift, 5);
SAMPLER2D(s_rim, 6);
SAMPLER2D(s_matcap, 7);
SAMPLER2D(s_animation, 8);

// 0 colour in the shade, shift; 1 matcap, sharpness; 2 rim, its power; 3 rim lift, rim mix, evenness, 1: the hull of
// an outline; 4 outline colour, outline mix; 5 scroll u and v per second, spin per second
uniform vec4 u_toon[6];

// Coordinates that scroll and spin.
vec2 animated(vec2 uv, float share) {
    float turn = u_toon[5].z * SURFACE_TIME * share;
    vec2 from_middle = uv - 0.5;
    float c = cos(turn);
    float s = sin(turn);
    return vec2(c * from_middle.x - s * from_middle.y, s * from_middle.x + c * from_middle.y) + 0.5 +
           u_toon[5].xy * SURFACE_TIME * share;
}

#define TOON_UV(map) animated(MAP_UV(map, v_texcoords), share)

void main() {
    vec3 to_eye = normalize(eye_position() - v_position);
    float share = texture2D(s_animation, MAP_UV(MAP_ANIMATION, v_texcoords)).z;
    vec4 base = SURFACE_BASE * v_color0 * texture2D(s_base, TOON_UV(MAP_BASE));
    bool is_hull = u_toon[3].w > 0.5;
    vec3 side = facing_normal(v_normal, v_position, to_eye);
    vec3 normal = side;
    if (SURFACE_HAS_NORMAL_MAP) {
        vec2 uv = TOON_UV(MAP_NORMAL);
        normal = mapped_normal(texture2D(s_normals, uv).xyz, MAP_STRENGTH(MAP_NORMAL), side, v_tangent, v_position, uv);
    }
    vec3 in_shade = u_toon[0].xyz * texture2D(s_shade, TOON_UV(MAP_SHADE)).xyz;
    float shift = u_toon[0].w + MAP_STRENGTH(MAP_SHIFT) * texture2D(s_shift, TOON_UV(MAP_SHIFT)).x;
    vec3 rim_map = texture2D(s_rim, TOON_UV(MAP_RIM)).xyz;
    vec3 emitted = SURFACE_EMISSIVE * texture2D(s_emissive, TOON_UV(MAP_EMISSIVE)).xyz;
    if (base.w < SURFACE_CUTOFF) {
        discard;
    }

    // Light that shows a lit colour about as it was chosen.
    vec3 sun = light_of_sun() * 0.68;
    float border = 1.0 - u_toon[1].w;
    float shading = dot(normal, u_sun.xyz) + shift;
    shading = border > 0.001 ? clamp((shading + border) / (2.0 * border), 0.0, 1.0) : (shading < 0.0 ? 0.0 : 1.0);
    float received = shading > 0.0 && !is_hull ? sunlight(v_position, side) : 1.0;
    vec3 direct = mix(in_shade, base.xyz, shading * received) * sun;
    vec3 even = 0.5 * (light_around(vec3(0.0, 1.0, 0.0)) + light_around(vec3(0.0, -1.0, 0.0)));
    vec3 around = 0.5 * mix(light_around(normal), even, u_toon[3].z);
    vec3 colour = direct + around * base.xyz;

    vec3 across = vec3(to_eye.z, 0.0, -to_eye.x);
    across = dot(across, across) > 1e-6 ? normalize(across) : vec3(1.0, 0.0, 0.0);
    vec3 up = cross(to_eye, across);
    vec2 ball = vec2(dot(across, normal), -dot(up, normal)) * 0.495 + 0.5; // rows of pictures go down
    vec3 rim = u_toon[1].xyz * texture2D(s_matcap, ball).xyz;
    float edge = clamp(1.0 - dot(normal, to_eye) + u_toon[3].x, 0.0, 1.0);
    rim += pow(max(edge, 1e-5), max(u_toon[2].w, 1e-5)) * u_toon[2].xyz;
    rim *= rim_map * mix(vec3_splat(1.0), sun * received + around, u_toon[3].y);
    colour += rim + emitted;
    if (is_hull) {
        colour = u_toon[4].xyz * mix(vec3_splat(1.0), colour, u_toon[4].w);
    }
    gl_FragColor = vec4(to_srgb(colour), SURFACE_HAS_ALPHA ? base.w : 1.0);
}

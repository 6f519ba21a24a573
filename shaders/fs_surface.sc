$input v_position, v_normal, v_color0, v_tangent, v_texcoords

// Metallic-roughness surfaces, and those without light: a sun with a shadow map, and light from a sky. Vertex colours
// are linear.
#include <bgfx_shader.sh>
#include "light.sh"
#include "surface.sh"

SAMPLER2D(s_base, 1);
SAMPLER2D(s_normals, 2);
SAMPLER2D(s_emissive, 3);
SAMPLER2D(s_metallic, 4);
SAMPLER2D(s_occlusion, 5);

// How much of light from all around is mirrored: share of the colour at normal incidence, and what is added. A fit of
// the integral of the terms below: Karis, Physically Based Shading on Mobile, 2014.
vec2 mirrored_share(float roughness, float facing) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float grazing = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
    return vec2(-1.04, 1.04) * grazing + r.zw;
}

// What leaves after it has met several small mirrors, of the share that is left after one. Without it rough metals
// are too dark: Fdez-Aguera, A Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting, 2019.
vec3 mirrored_again(vec3 mirrored, vec3 at_normal, float left) {
    vec3 in_the_mean = at_normal + (1.0 - at_normal) / 21.0;
    return mirrored * in_the_mean * left / (1.0 - in_the_mean * left);
}

// What small mirrors of a roughness send to the eye, of light with cosine `lit`: distribution of GGX, shadowing of
// Smith, Fresnel of Schlick; times pi.
vec3 glossy(float roughness, vec3 at_normal, float lit, float facing, float n_h, float v_h) {
    float a = max(roughness * roughness, 0.002);
    float square = a * a;
    float spread = n_h * n_h * (square - 1.0) + 1.0;
    float shadowing = lit * sqrt(facing * facing * (1.0 - square) + square) +
                      facing * sqrt(lit * lit * (1.0 - square) + square);
    vec3 fresnel = at_normal + (1.0 - at_normal) * pow(1.0 - v_h, 5.0);
    return fresnel * (0.5 * square / (spread * spread * max(shadowing, 1e-4)));
}

void main() {
    vec3 to_eye = normalize(eye_position() - v_position);
    vec4 base = SURFACE_BASE * v_color0 * texture2D(s_base, MAP_UV(MAP_BASE, v_texcoords));
    vec3 side = facing_normal(v_normal, v_position, to_eye);
    vec3 normal = side;
    if (SURFACE_HAS_NORMAL_MAP) {
        vec2 uv = MAP_UV(MAP_NORMAL, v_texcoords);
        normal = mapped_normal(texture2D(s_normals, uv).xyz, MAP_STRENGTH(MAP_NORMAL), side, v_tangent, v_position, uv);
    }
    vec4 metallic_roughness = texture2D(s_metallic, MAP_UV(MAP_METALLIC_ROUGHNESS, v_texcoords));
    float metallic = clamp(SURFACE_METALLIC * metallic_roughness.z, 0.0, 1.0);
    float roughness = clamp(SURFACE_ROUGHNESS * metallic_roughness.y, 0.045, 1.0);
    float open_share = 1.0 + MAP_STRENGTH(MAP_OCCLUSION) *
                       (texture2D(s_occlusion, MAP_UV(MAP_OCCLUSION, v_texcoords)).x - 1.0);
    vec3 emitted = SURFACE_EMISSIVE * texture2D(s_emissive, MAP_UV(MAP_EMISSIVE, v_texcoords)).xyz;
    if (base.w < SURFACE_CUTOFF) {
        discard;
    }

    vec3 colour = base.xyz;
    if (!SURFACE_IS_UNLIT) {
        vec3 matt = base.xyz * (1.0 - metallic);
        vec3 at_normal = mix(vec3_splat(0.04), base.xyz, metallic);
        float facing = max(dot(normal, to_eye), 1e-3);
        float lit = max(dot(normal, u_sun.xyz), 0.0);
        vec3 half_way = normalize(u_sun.xyz + to_eye);
        float v_h = max(dot(to_eye, half_way), 0.0);
        vec3 gloss = glossy(roughness, at_normal, lit, facing, max(dot(normal, half_way), 0.0), v_h);
        float sun = lit > 0.0 ? lit * sunlight(v_position, side) : 0.0;
        vec2 share = mirrored_share(roughness, facing);
        vec3 mirrored = at_normal * share.x + share.y;
        vec3 again = mirrored_again(mirrored, at_normal, 1.0 - share.x - share.y);
        vec3 around = ((matt * (1.0 - mirrored - again) + again) * light_around(normal) +
                       mirrored * light_from(reflect(-to_eye, normal), roughness)) * open_share;
        colour = (matt * (1.0 - at_normal) + gloss) * light_of_sun() * sun + around + emitted;
    }
    gl_FragColor = vec4(to_srgb(colour), SURFACE_HAS_ALPHA ? base.w : 1.0);
}

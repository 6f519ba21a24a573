#ifndef LIGHT_SH
#define LIGHT_SH

// xyz towards the sun, w size of a shadow texel in texture space (0: no shadows)
uniform vec4 u_sun;
// Colour of the background and of light from above, sRGB.
uniform vec4 u_sky;
// World to shadow map, xyz all 0..1.
uniform mat4 u_shadowTransform;

#if BGFX_SHADER_LANGUAGE_GLSL
uniform highp sampler2DShadow s_shadow;
#else
SAMPLER2DSHADOW(s_shadow, 0);
#endif

// Share of sunlight that arrives: nine comparisons around the point.
float sunlight(vec3 at, vec3 normal) {
    if (u_sun.w <= 0.0) {
        return 1.0;
    }
    // Off the surface along its normal, more where light grazes it.
    float slope = 1.0 - max(dot(normal, u_sun.xyz), 0.0);
    vec4 place = mul(u_shadowTransform, vec4(at + normal * (0.01 + 0.03 * slope), 1.0));
    vec3 texel = place.xyz / place.w;
    if (max(max(texel.x, texel.y), texel.z) > 1.0 || min(min(texel.x, texel.y), texel.z) < 0.0) {
        return 1.0;
    }
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            vec2 offset = vec2(float(x), float(y)) * u_sun.w;
            sum += shadow2D(s_shadow, vec3(texel.xy + offset, texel.z - 0.0008));
        }
    }
    return sum / 9.0;
}

// Light from all around, as a matt white surface sends it on.
vec3 light_around(vec3 normal) {
    vec3 from_above = vec3(0.42, 0.48, 0.58);
    vec3 from_below = vec3(0.24, 0.21, 0.18);
    return mix(from_below, from_above, 0.5 + 0.5 * normal.y) * 0.75;
}

// What is seen in a mirror that looks there, the blurrier the rougher: a sky above a ground.
vec3 light_from(vec3 way, float roughness) {
    float blur = 0.08 + 0.92 * roughness;
    vec3 sky = pow(u_sky.xyz, vec3_splat(2.2)) * (1.0 - 0.25 * max(way.y, 0.0));
    vec3 ground = vec3(0.17, 0.15, 0.13);
    return mix(ground, sky, smoothstep(-blur, blur, way.y));
}

// Light of the sun, as a matt white surface that faces it sends it on.
vec3 light_of_sun() {
    return vec3(1.25, 1.15, 1.0);
}

vec3 shade(vec3 colour, vec3 normal, vec3 away, vec3 at, float gloss) {
    float facing = max(dot(normal, u_sun.xyz), 0.0);
    float sun = facing > 0.0 ? facing * sunlight(at, normal) : 0.0;
    vec3 half_way = normalize(u_sun.xyz - away);
    float shine = gloss * pow(max(dot(normal, half_way), 0.0), 48.0) * sun;
    float rim = 0.12 * gloss * pow(1.0 - max(dot(normal, -away), 0.0), 3.0);
    return colour * (light_around(normal) + sun * light_of_sun()) + vec3_splat(shine + rim);
}

#endif

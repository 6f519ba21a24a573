// What surfaces of all kinds have: a base colour with alpha, a normal map, light of their own.
#ifndef SURFACE_SH
#define SURFACE_SH

#include "maps.sh"
#include "normals.sh"

// 0 base colour; 1 emissive, alpha below which nothing is drawn; 2 metallic, roughness, 1: unlit, 1: seen from both
// sides; 3 1: has a normal map, 1: alpha counts, 1: has an emissive map, seconds for what moves
uniform vec4 u_surface[4];

#define SURFACE_BASE u_surface[0]
#define SURFACE_EMISSIVE u_surface[1].xyz
#define SURFACE_CUTOFF u_surface[1].w
#define SURFACE_METALLIC u_surface[2].x
#define SURFACE_ROUGHNESS u_surface[2].y
#define SURFACE_IS_UNLIT (u_surface[2].z > 0.5)
#define SURFACE_HAS_TWO_SIDES (u_surface[2].w > 0.5)
#define SURFACE_HAS_NORMAL_MAP (u_surface[3].x > 0.5)
#define SURFACE_HAS_ALPHA (u_surface[3].y > 0.5)
#define SURFACE_TIME u_surface[3].w

// Exactly, as textures are read: what has no light shows the bytes of its picture.
vec3 to_srgb(vec3 linear_colour) {
    vec3 bright = 1.055 * pow(max(linear_colour, vec3_splat(0.0031308)), vec3_splat(1.0 / 2.4)) - 0.055;
    vec3 dark = 12.92 * max(linear_colour, vec3_splat(0.0));
    return mix(bright, dark, vec3(lessThanEqual(linear_colour, vec3_splat(0.0031308))));
}

// Where the camera is.
vec3 eye_position() {
    return mul(u_invView, vec4(0.0, 0.0, 0.0, 1.0)).xyz;
}

// A unit normal that looks to the side that is seen, if both are.
vec3 facing_normal(vec3 normal, vec3 at, vec3 to_eye) {
    vec3 side = seen_side(at, to_eye);
    vec3 unit = unit_normal(normal, side);
    if (SURFACE_HAS_TWO_SIDES && dot(unit, side) < 0.0) {
        unit = -unit;
    }
    return unit;
}

// The normal of a normal map's texel. Where a mesh has no tangents they are those of the triangle's coordinates.
vec3 mapped_normal(vec3 texel, float scale, vec3 normal, vec4 tangent, vec3 at, vec2 uv) {
    vec3 way = texel * 2.0 - 1.0;
    way.xy *= scale;
    vec3 along = tangent.xyz;
    vec3 across;
    if (dot(along, along) > 0.01) {
        across = tangent.w * cross(normal, along);
    } else {
        vec3 px = dFdx(at);
        vec3 py = dFdy(at);
        vec2 tx = dFdx(uv);
        vec2 ty = dFdy(uv);
        float side = tx.x * ty.y - ty.x * tx.y < 0.0 ? -1.0 : 1.0;
        along = side * (px * ty.y - py * tx.y);
        along -= normal * dot(normal, along);
        float size = length(along);
        along = size > 0.0 ? along / size : along;
        vec3 down = side * (py * tx.x - px * ty.x); // v grows downwards
        across = cross(normal, along);
        across = dot(across, down) > 0.0 ? -across : across;
    }
    vec3 out_of = way.x * along + way.y * across + way.z * normal;
    float size_of = length(out_of);
    return size_of > 0.0 ? out_of / size_of : normal;
}

#endif

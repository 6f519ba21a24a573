// Which texture coordinates a material's textures are looked up by. modules/bgfx/surface_uniforms.hpp has the same order.
#ifndef MAPS_SH
#define MAPS_SH

#define MAP_BASE 0
#define MAP_NORMAL 1
#define MAP_EMISSIVE 2
#define MAP_METALLIC_ROUGHNESS 3
#define MAP_OCCLUSION 4
#define MAP_SHADE 3
#define MAP_SHIFT 4
#define MAP_RIM 5
#define MAP_ANIMATION 6
#define MAP_OUTLINE 7

// Two rows per texture: a matrix of two by two with an offset behind each row; behind these which set, and its strength.
uniform vec4 u_maps[16];

#define MAP_UV(map, texcoords) map_uv(texcoords, u_maps[2 * map], u_maps[2 * map + 1])
#define MAP_STRENGTH(map) u_maps[2 * map + 1].w

vec2 map_uv(vec4 texcoords, vec4 row0, vec4 row1) {
    vec2 uv = row0.w > 0.5 ? texcoords.zw : texcoords.xy;
    return vec2(dot(row0.xy, uv) + row0.z, dot(row1.xy, uv) + row1.z);
}

#endif

// Skins a vertex in a vertex shader, yours or one of the project's: what it does and which outputs it has is its own
// business. docs/rendering.md shows a whole one. Before the include, one of
//
//   #define SKIN_BY_TEXTURE   routes texture and compute: palettes in a texture, instanced
//   #define SKIN_BY_UNIFORMS  route uniforms: one character per draw
//   #define SKIN_ONCE         vertices that a compute shader or the CPU has skinned
//
// and what fits the mesh:
//
//   #define SKIN_EIGHT        vertices have eight influences, not four (not with SKIN_ONCE)
//   #define SKIN_SURFACE      vertices have tangents and texture coordinates
//
// Then, in main, which has the attributes that SKIN_INPUTS below lists as its $input:
//
//   SkinnedVertex vertex = SKINNED_VERTEX;
//
// It is a macro because attributes are arguments of main in most shading languages.
#ifndef SKIN_VERTEX_SH
#define SKIN_VERTEX_SH

struct SkinnedVertex {
    vec3 position; // in the world, from the origin that was given to `upload`
    vec3 normal;   // not of unit length
    vec4 colour;   // of the vertex times the tint of the character; or of deviation, see `renderer_options`
#ifdef SKIN_SURFACE
    vec4 tangent;   // along u, beside the normal, not of unit length; w: the side of v, times cross(normal, tangent). Zero: there is none
    vec4 texcoords; // two sets
#endif
};

// SKIN_INPUTS, to be copied to the line of $input:
//
//   SKIN_BY_TEXTURE   a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0, i_data0, i_data1, i_data2,
//                     i_data3, i_data4
//   SKIN_BY_UNIFORMS  a_position, a_normal, a_color0, a_indices, a_weight, a_texcoord0
//   SKIN_ONCE         a_position, a_normal, a_color0, a_texcoord0
//   SKIN_EIGHT        and a_texcoord1, a_texcoord2
//   SKIN_SURFACE      and a_tangent, a_bitangent
#ifdef SKIN_SURFACE
#define SKIN_SURFACE_PARAMETERS , vec4 rest_tangent, vec4 texcoords
#define SKIN_SURFACE_ARGUMENTS , a_tangent, a_bitangent
#else
#define SKIN_SURFACE_PARAMETERS
#define SKIN_SURFACE_ARGUMENTS
#endif

#ifdef SKIN_ONCE

#include "deviation.sh"

uniform vec4 u_tint;

#define SKINNED_VERTEX skinned_vertex(a_position, a_normal, a_color0, a_texcoord0.x SKIN_SURFACE_ARGUMENTS)

SkinnedVertex skinned_vertex(vec3 position, vec3 normal, vec4 colour, float deviation SKIN_SURFACE_PARAMETERS) {
    SkinnedVertex vertex;
    vertex.position = position;
    vertex.normal = normal;
    vertex.colour = colour * u_tint;
    if (deviation >= 0.0) {
        vertex.colour.xyz = deviation_colour(deviation);
    }
#ifdef SKIN_SURFACE
    vertex.tangent = rest_tangent; // not at rest: skinned as well
    vertex.texcoords = texcoords;
#endif
    return vertex;
}

#else

#ifdef SKIN_BY_UNIFORMS
#include "palette_uniform.sh"
#define SKIN_INSTANCE u_instance[0], u_instance[1], u_instance[2], u_instance[3], u_instance[4]
#else
#include "palette_texture.sh"
#define SKIN_INSTANCE i_data0, i_data1, i_data2, i_data3, i_data4
#endif
#include "skin.sh"

#ifdef SKIN_EIGHT
#define SKIN_INFLUENCES a_indices, a_weight, a_texcoord1, a_texcoord2
#define SKIN_BLEND(bones) blend(bones, joints, weights, more_joints, more_weights)
#else
#define SKIN_INFLUENCES a_indices, a_weight
#define SKIN_BLEND(bones) blend(bones, joints, weights)
#endif

#define SKINNED_VERTEX skinned_vertex(a_position, a_normal, a_color0, a_texcoord0.x, SKIN_INSTANCE, SKIN_INFLUENCES SKIN_SURFACE_ARGUMENTS)

// Rows of an instance: three of model to world, then where its bones are (see bone_row), then its tint.
SkinnedVertex skinned_vertex(vec3 rest, vec3 rest_normal, vec4 colour, float number, vec4 row0, vec4 row1, vec4 row2,
                             vec4 places, vec4 tint, INFLUENCE_ARGUMENTS SKIN_SURFACE_PARAMETERS) {
#ifdef SKIN_SURFACE
    morph_with_tangent(int(number), places, rest, rest_normal, rest_tangent);
#else
    morph(int(number), places, rest, rest_normal);
#endif
    vec3 moved = rest;
    vec3 moved_normal = rest_normal;
#ifdef SKIN_SURFACE
    vec4 moved_tangent = rest_tangent;
    displace_with_tangent(int(number), places, moved, moved_normal, moved_tangent);
    vec4 tangent = moved_tangent;
#else
    displace(int(number), places, moved, moved_normal);
#endif

    vec3 position = moved;
    vec3 normal = moved_normal;
    SkinnedVertex vertex;
    vertex.colour = colour * tint;
    // The second turn, for the colours of deviation alone, is the same code with the rigid palette and without flesh.
    // Clips have a second frame there, and no springs.
    int turns = u_skin.z > 0.0 && places.y >= 0.0 && places.w < 1.5 ? 2 : 1;
    for (int turn = 0; turn < turns; ++turn) {
        Skin skin = SKIN_BLEND(turn == 0 ? places : places.yyzw);
        if (turn == 0) {
            position = skin_position(skin, moved);
            normal = skin_normal(skin, moved_normal);
#ifdef SKIN_SURFACE
            tangent = beside(skin_tangent(skin, moved_tangent), normal);
#endif
        } else {
            vertex.colour.xyz = deviation_colour(u_skin.z * distance(position, skin_position(skin, rest)));
        }
    }

    vec4 at = vec4(position, 1.0);
    vertex.position = vec3(dot(row0, at), dot(row1, at), dot(row2, at));
    vertex.normal = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
#ifdef SKIN_SURFACE
    vertex.tangent = vec4(dot(row0.xyz, tangent.xyz), dot(row1.xyz, tangent.xyz), dot(row2.xyz, tangent.xyz), tangent.w);
    vertex.texcoords = texcoords;
#endif
    return vertex;
}

#endif
#endif

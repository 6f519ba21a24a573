// Body of every vertex shader that skins. The includer defines INSTANCE(i), row i of the instance: three
// rows of model to world, then where its bones are (see bone_row), then tint;
// and SKIN_EIGHT if vertices have eight influences.
#include "skin.sh"

#ifdef SKIN_EIGHT
#define BLEND(bones) blend(bones, a_indices, a_weight, a_texcoord1, a_texcoord2)
#else
#define BLEND(bones) blend(bones, a_indices, a_weight)
#endif

void main() {
    vec4 places = INSTANCE(3);
    vec3 rest = a_position;
    vec3 rest_normal = a_normal;
    morph(int(a_texcoord0.x), places, rest, rest_normal);

    vec3 moved = rest;
    vec3 moved_normal = rest_normal;
    displace(int(a_texcoord0.x), places, moved, moved_normal);

    vec3 position = moved;
    vec3 normal = moved_normal;
    vec4 colour = a_color0 * INSTANCE(4);
    // The second turn, for the colours of deviation alone, is the same code with the rigid palette and without flesh.
    // Clips have a second frame there, and no springs.
    int turns = u_skin.z > 0.0 && places.y >= 0.0 && places.w < 1.5 ? 2 : 1;
    for (int turn = 0; turn < turns; ++turn) {
        Skin skin = BLEND(turn == 0 ? places : places.yyzw);
        if (turn == 0) {
            position = skin_position(skin, moved);
            normal = skin_normal(skin, moved_normal);
        } else {
            colour.xyz = deviation_colour(u_skin.z * distance(position, skin_position(skin, rest)));
        }
    }

    vec4 at = vec4(position, 1.0);
    v_position = vec3(dot(INSTANCE(0), at), dot(INSTANCE(1), at), dot(INSTANCE(2), at));
    v_normal = vec3(dot(INSTANCE(0).xyz, normal), dot(INSTANCE(1).xyz, normal), dot(INSTANCE(2).xyz, normal));
    v_color0 = colour;
#ifdef SKIN_PROBE
    v_normal = normalize(v_normal);
    gl_Position = probe_pixel(a_color0, INSTANCE(4).w);
#else
    gl_Position = mul(u_viewProj, vec4(v_position, 1.0));
#endif
}

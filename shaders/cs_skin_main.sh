// Body of the compute shaders that skin. One thread per vertex and character.
#include "skin.sh"

#ifdef SKIN_EIGHT
#define TANGENT_ROW 6
#else
#define TANGENT_ROW 4
#endif
#ifdef SKIN_SURFACE
#define VERTEX_ROWS (TANGENT_ROW + 1)
#else
#define VERTEX_ROWS TANGENT_ROW
#endif

BUFFER_RO(b_vertices, vec4, 0); // position, normal, joints, weights [, more joints, more weights] [, tangent]
BUFFER_WR(b_skinned, vec4, 1);  // position and deviation, normal
#ifdef SKIN_SURFACE
BUFFER_WR(b_tangents, vec4, 4);
#endif

// x palette row of the first instance (five rows each), y first vertex to write, z first tangent
uniform vec4 u_batch;

NUM_THREADS(64, 1, 1)
void main() {
    int vertex = int(gl_GlobalInvocationID.x);
    int vertices = int(u_skin.w);
    if (vertex >= vertices) {
        return;
    }
    int who = int(gl_GlobalInvocationID.y);
    int instance = int(u_batch.x) + 5 * who;
    vec4 places = palette_row(instance + 3);

    int from = VERTEX_ROWS * vertex;
    vec3 rest = b_vertices[from].xyz;
    vec3 rest_normal = b_vertices[from + 1].xyz;
#ifdef SKIN_SURFACE
    vec4 moved_tangent = b_vertices[from + TANGENT_ROW];
    morph_with_tangent(vertex, places, rest, rest_normal, moved_tangent);
#else
    morph(vertex, places, rest, rest_normal);
#endif
    vec3 moved = rest;
    vec3 moved_normal = rest_normal;
#ifdef SKIN_SURFACE
    displace_with_tangent(vertex, places, moved, moved_normal, moved_tangent);
    vec4 tangent = moved_tangent;
#else
    displace(vertex, places, moved, moved_normal);
#endif

    vec4 joints = b_vertices[from + 2];
    uvec4 near_joints = uvec4(uint(joints.x), uint(joints.y), uint(joints.z), uint(joints.w));
#ifdef SKIN_EIGHT
#define BLEND(bones) blend(bones, near_joints, b_vertices[from + 3], b_vertices[from + 4], b_vertices[from + 5])
#else
#define BLEND(bones) blend(bones, near_joints, b_vertices[from + 3])
#endif
    vec3 position = moved;
    vec3 normal = moved_normal;
    float deviation = -1.0;
    int passes = u_skin.z > 0.0 && places.y >= 0.0 ? 2 : 1;
    for (int turn = 0; turn < passes; ++turn) {
        Skin skin = BLEND(turn == 0 ? places : places.yyzw);
        if (turn == 0) {
            position = skin_position(skin, moved);
            normal = skin_normal(skin, moved_normal);
#ifdef SKIN_SURFACE
            tangent = beside(skin_tangent(skin, moved_tangent), normal);
#endif
        } else {
            deviation = u_skin.z * distance(position, skin_position(skin, rest));
        }
    }

    vec4 row0 = palette_row(instance);
    vec4 row1 = palette_row(instance + 1);
    vec4 row2 = palette_row(instance + 2);
    vec4 at = vec4(position, 1.0);
    int to = 2 * (int(u_batch.y) + who * vertices + vertex);
    b_skinned[to] = vec4(dot(row0, at), dot(row1, at), dot(row2, at), deviation);
    b_skinned[to + 1] = vec4(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal), 0.0);
#ifdef SKIN_SURFACE
    b_tangents[int(u_batch.z) + who * vertices + vertex] =
        vec4(dot(row0.xyz, tangent.xyz), dot(row1.xyz, tangent.xyz), dot(row2.xyz, tangent.xyz), tangent.w);
#endif
}

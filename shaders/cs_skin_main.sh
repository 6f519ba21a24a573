// Body of the compute shaders that skin. One thread per vertex and character.
#include "skin.sh"

#ifdef SKIN_EIGHT
#define VERTEX_ROWS 6
#else
#define VERTEX_ROWS 4
#endif

BUFFER_RO(b_vertices, vec4, 0); // position, normal, joints, weights [, more joints, more weights]
BUFFER_WR(b_skinned, vec4, 1);  // position and deviation, normal

// x palette row of the first instance (five rows each), y first vertex to write
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
    morph(vertex, places, rest, rest_normal);
    vec3 moved = rest;
    vec3 moved_normal = rest_normal;
    displace(vertex, places, moved, moved_normal);

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
}

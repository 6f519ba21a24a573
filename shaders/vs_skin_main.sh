// Body of the vertex shaders of fragment shaders that take position, normal and colour: see skin_vertex.sh.
#include "skin_vertex.sh"

void main() {
    SkinnedVertex vertex = SKINNED_VERTEX;
    v_position = vertex.position;
    v_normal = vertex.normal;
    v_color0 = vertex.colour;
    gl_Position = mul(u_viewProj, vec4(vertex.position, 1.0));
}

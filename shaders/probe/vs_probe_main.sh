// Body of the vertex shaders that tests read vertices back by.
#include "../skin_vertex.sh"
#include "probe.sh"

void main() {
    SkinnedVertex vertex = SKINNED_VERTEX;
    v_position = vertex.position;
    v_normal = normalize(vertex.normal);
    v_color0 = vertex.colour;
#ifdef SKIN_SURFACE
    v_tangent = vertex.tangent;
    v_texcoords = vertex.texcoords;
#endif
    gl_Position = probe_pixel(a_color0, PROBE_TINT.w);
}

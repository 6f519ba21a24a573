// Body of a host's own vertex shaders: skin_vertex.sh skins, what is handed on is the host's business. Here it is where
// lamp and eye are as seen from the surface, so that the fragment shader needs no frame.
#include "../skin_vertex.sh"

// xyz where the lamp is, in the world
uniform vec4 u_lamp;

void main() {
    SkinnedVertex vertex = SKINNED_VERTEX;
    vec3 normal = normalize(vertex.normal);
    vec3 along = normalize(vertex.tangent.xyz);
    vec3 across = vertex.tangent.w * cross(normal, along);
    vec3 to_lamp = u_lamp.xyz - vertex.position;
    vec3 to_eye = mul(u_invView, vec4(0.0, 0.0, 0.0, 1.0)).xyz - vertex.position;
    v_lamp = vec3(dot(to_lamp, along), dot(to_lamp, across), dot(to_lamp, normal));
    v_eye = vec3(dot(to_eye, along), dot(to_eye, across), dot(to_eye, normal));
    v_uv = vertex.texcoords.xy;
    gl_Position = mul(u_viewProj, vec4(vertex.position, 1.0));
}

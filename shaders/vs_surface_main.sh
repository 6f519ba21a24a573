// Body of the vertex shaders of surfaces: see skin_vertex.sh. Draws the hull of an outline too, for which the same
// triangles are drawn a second time, from inside.
#include "skin_vertex.sh"
#include "maps.sh"

// x how far the hull is outside, y 0: no hull, 1: x in metres, 2: x a share of the picture's height
uniform vec4 u_outline;

SAMPLER2D(s_outline, 12);

vec3 unit(vec3 v) {
    float square = dot(v, v);
    return square > 0.0 ? v * inversesqrt(square) : v;
}

void main() {
    SkinnedVertex vertex = SKINNED_VERTEX;
    v_position = vertex.position;
    // Of unit length before they are interpolated, as normal maps are baked.
    v_normal = unit(vertex.normal);
    v_color0 = vertex.colour;
    v_tangent = vec4(unit(vertex.tangent.xyz), vertex.tangent.w);
    v_texcoords = vertex.texcoords;
    gl_Position = mul(u_viewProj, vec4(vertex.position, 1.0));
    if (u_outline.y > 0.5) {
        float far = u_outline.x * texture2DLod(s_outline, MAP_UV(MAP_OUTLINE, vertex.texcoords), 0.0).y;
        if (u_outline.y < 1.5) {
            gl_Position = mul(u_viewProj, vec4(vertex.position + far * v_normal, 1.0));
        } else {
            vec2 way = mul(u_viewProj, vec4(v_normal, 0.0)).xy * vec2(u_viewRect.z / u_viewRect.w, 1.0);
            float size = length(way);
            if (size > 0.0) {
                way *= vec2(u_viewRect.w / u_viewRect.z, 1.0) / size;
                gl_Position.xy += 2.0 * far * gl_Position.w * way;
            }
        }
    }
}

$input v_position, v_normal, v_color0, v_tangent, v_texcoords

// Passes that only need depth, of surfaces with holes. The inputs that are not used are there for bgfx, which links
// programs only whose shaders name the same.
#include <bgfx_shader.sh>
#include "surface.sh"

SAMPLER2D(s_base, 1);

void main() {
    float alpha = SURFACE_BASE.w * v_color0.w * texture2D(s_base, MAP_UV(MAP_BASE, v_texcoords)).w;
    if (alpha < SURFACE_CUTOFF) {
        discard;
    }
    gl_FragColor = vec4(1.0, 1.0, 1.0, 1.0);
}

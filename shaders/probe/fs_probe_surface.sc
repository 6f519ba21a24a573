$input v_position, v_normal, v_color0, v_tangent, v_texcoords

#include <bgfx_shader.sh>

void main() {
    gl_FragData[0] = vec4(v_position, 1.0);
    gl_FragData[1] = v_tangent;
    gl_FragData[2] = v_color0;
    gl_FragData[3] = v_texcoords;
}

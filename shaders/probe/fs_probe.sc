$input v_position, v_normal, v_color0

#include <bgfx_shader.sh>

void main() {
    gl_FragData[0] = vec4(v_position, 1.0);
    gl_FragData[1] = vec4(v_normal, 1.0);
    gl_FragData[2] = v_color0;
}

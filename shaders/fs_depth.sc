$input v_position, v_normal, v_color0

// Passes that only need depth: shadow maps, depth before colour. The inputs are not used: bgfx links
// programs only whose shaders name the same.
#include <bgfx_shader.sh>

void main() {
    gl_FragColor = vec4(1.0, 1.0, 1.0, 1.0);
}

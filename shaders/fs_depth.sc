// Passes that only need depth: shadow maps, depth before colour.
#include <bgfx_shader.sh>

void main() {
    gl_FragColor = vec4(1.0, 1.0, 1.0, 1.0);
}

// Tests read skinned vertices back as pixels: vertex i lands in pixel (i % 64, i / 64) of a target of
// 64 x 64.
#ifndef PROBE_SH
#define PROBE_SH

#define PROBE_SIZE 64

vec4 probe_pixel(float vertex) {
    float row = floor((vertex + 0.5) / float(PROBE_SIZE));
    float column = vertex - row * float(PROBE_SIZE);
    vec2 at = (vec2(column, row) + 0.5) / float(PROBE_SIZE) * 2.0 - 1.0;
    return vec4(at, 0.5, 1.0);
}

#endif

// Tests read skinned vertices back as pixels of a target of 64 x 64. A vertex says by its colour which one
// it is, so that it does not matter which part of a mesh it is in: red and green are the bytes of its
// number. Characters are told apart by their tint, 255 - alpha, and lie PROBE_STRIDE pixels apart.
#ifndef PROBE_SH
#define PROBE_SH

#define PROBE_SIZE 64
#define PROBE_STRIDE 320

vec4 probe_pixel(vec4 colour, float tint_alpha) {
    float vertex = floor(255.0 * colour.x + 0.5) + 256.0 * floor(255.0 * colour.y + 0.5);
    float who = 255.0 - floor(255.0 * tint_alpha + 0.5);
    float pixel = vertex + float(PROBE_STRIDE) * who;
    float row = floor((pixel + 0.5) / float(PROBE_SIZE));
    float column = pixel - row * float(PROBE_SIZE);
    vec2 at = (vec2(column, row) + 0.5) / float(PROBE_SIZE) * 2.0 - 1.0;
    return vec4(at, 0.5, 1.0);
}

#endif

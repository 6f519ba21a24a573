#ifndef DEVIATION_SH
#define DEVIATION_SH

// Blue: where rigid skinning has it; over cyan, green and yellow to red: as far as asked for, or further.
vec3 deviation_colour(float share) {
    float t = 4.0 * clamp(share, 0.0, 1.0);
    return clamp(vec3(t - 2.0, min(t, 4.0 - t), 2.0 - t), 0.0, 1.0);
}

#endif

// Skinning by dual quaternions that carry scale, or by matrices. Whoever includes this has included a
// palette_*.sh before. A palette entry is three rows, real and dual quaternion and scale, or four, the
// last one the shear of a polar palette, or the three rows of a matrix: see components/block/palette.hpp.
#ifndef SKIN_SH
#define SKIN_SH

#include "deviation.sh"

// x rows per joint (below 0: of a matrix), y morph targets + 128 x groups of four handles that a vertex may have (below
// 0: targets move tangents too),
// z 1 / distance that deviation shows red (0: own colours), w vertices of the mesh
uniform vec4 u_skin;

#define SKIN_ROWS int(abs(u_skin.x))
#define SKIN_IS_MATRIX (u_skin.x < 0.0)
#define HANDLE_GROUPS (int(abs(u_skin.y)) / 128)
#define MORPH_TARGETS (int(abs(u_skin.y)) - 128 * HANDLE_GROUPS)
#define MORPH_TEXELS (u_skin.y < 0.0 ? 3 : 2)
#define MORPH_WIDTH 1024

vec3 quat_rotate(vec4 q, vec3 p) {
    vec3 turned = 2.0 * cross(q.xyz, p);
    return p + q.w * turned + cross(q.xyz, turned);
}

struct Skin {
    vec3 x; // columns of the linear part
    vec3 y;
    vec3 z;
    vec3 move;
};

// The matrix that a palette entry, or a blend of several with a unit real part, stands for.
Skin skin_of(vec4 real, vec4 dual, vec3 diagonal, vec3 shear) {
    Skin s;
    s.x = quat_rotate(real, vec3(diagonal.x, shear.z, shear.y));
    s.y = quat_rotate(real, vec3(shear.z, diagonal.y, shear.x));
    s.z = quat_rotate(real, vec3(shear.y, shear.x, diagonal.z));
    s.move = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    return s;
}

vec3 shear_row(vec4 from, int entry) {
    vec3 shear = vec3(0.0, 0.0, 0.0);
    if (SKIN_ROWS > 3) {
        shear = bone_row(from, entry + 3).xyz;
    }
    return shear;
}

// Influences, heaviest first; the second four come as floats, for want of a second integer attribute.
#ifdef SKIN_EIGHT
#define INFLUENCES 8
#define INFLUENCE_ARGUMENTS uvec4 joints, vec4 weights, vec4 more_joints, vec4 more_weights
#define JOINT(k) (k < 4 ? int(joints[k]) : int(more_joints[k - 4]))
#define WEIGHT(k) (k < 4 ? weights[k] : more_weights[k - 4])
#else
#define INFLUENCES 4
#define INFLUENCE_ARGUMENTS uvec4 joints, vec4 weights
#define JOINT(k) int(joints[k])
#define WEIGHT(k) weights[k]
#endif

// What a vertex does. `from` says where the character's bones are. One loop for both methods keeps
// the compiled shaders small.
Skin blend(vec4 from, INFLUENCE_ARGUMENTS) {
    vec4 pivot = bone_row(from, SKIN_ROWS * int(joints.x));
    vec4 real_sum = vec4(0.0, 0.0, 0.0, 0.0);
    vec4 dual_sum = real_sum;
    vec4 third_sum = real_sum;
    vec3 shear_sum = vec3(0.0, 0.0, 0.0);
    Skin sum = skin_of(real_sum, real_sum, shear_sum, shear_sum);
    for (int k = 0; k < INFLUENCES; ++k) {
        float weight = WEIGHT(k);
        if (weight != 0.0) {
            int entry = SKIN_ROWS * JOINT(k);
            vec4 real = bone_row(from, entry);
            vec4 dual = bone_row(from, entry + 1);
            vec4 third = bone_row(from, entry + 2);
            vec3 shear = shear_row(from, entry);
            if (from.w > 0.5 && !SKIN_IS_MATRIX) {
                Skin s = skin_of(real, dual, third.xyz, shear);
                sum.x += weight * s.x;
                sum.y += weight * s.y;
                sum.z += weight * s.z;
                sum.move += weight * s.move;
            } else {
                // q and -q are the same rotation: all are taken on the side of the heaviest.
                float side = dot(pivot, real) < 0.0 && !SKIN_IS_MATRIX ? -weight : weight;
                real_sum += side * real;
                dual_sum += side * dual;
                third_sum += weight * third;
                shear_sum += weight * shear;
            }
        }
    }
    if (SKIN_IS_MATRIX) {
        sum.x = vec3(real_sum.x, dual_sum.x, third_sum.x);
        sum.y = vec3(real_sum.y, dual_sum.y, third_sum.y);
        sum.z = vec3(real_sum.z, dual_sum.z, third_sum.z);
        sum.move = vec3(real_sum.w, dual_sum.w, third_sum.w);
    } else if (from.w <= 0.5) {
        float norm = length(real_sum);
        if (norm > 0.0) {
            sum = skin_of(real_sum / norm, dual_sum / norm, third_sum.xyz, shear_sum);
        } else { // weights that cancel out move nothing
            sum = skin_of(vec4(0.0, 0.0, 0.0, 1.0), dual_sum * 0.0, vec3(1.0, 1.0, 1.0), shear_sum * 0.0);
        }
    }
    return sum;
}

vec3 skin_position(Skin s, vec3 p) {
    return s.x * p.x + s.y * p.y + s.z * p.z + s.move;
}

// Inverse transpose up to length, without dividing: flattened and mirrored parts keep a direction.
vec3 skin_normal(Skin s, vec3 n) {
    vec3 yz = cross(s.y, s.z);
    float side = dot(s.x, yz) < 0.0 ? -1.0 : 1.0;
    return side * (yz * n.x + cross(s.z, s.x) * n.y + cross(s.x, s.y) * n.z);
}

vec4 morph_texel(int i) { // without %: see palette_texture.sh
    int row = i / MORPH_WIDTH;
    return texelFetch(s_morph, ivec2(i - row * MORPH_WIDTH, row), 0);
}

// A tangent in the plane of a normal, neither of unit length.
vec4 beside(vec4 tangent, vec3 normal) {
    float square = dot(normal, normal);
    float along = square > 0.0 ? dot(normal, tangent.xyz) / square : 0.0;
    return vec4(tangent.xyz - along * normal, tangent.w);
}

// Adds what morph targets displace, before skinning. A target has two texels per vertex, position and normal, or three,
// and the tangent.
void morph_with_tangent(int vertex, vec4 from, inout vec3 position, inout vec3 normal, inout vec4 tangent) {
    int vertices = int(u_skin.w);
    int texels = MORPH_TEXELS;
    for (int target = 0; target < MORPH_TARGETS; target += 4) {
        vec4 weights = morph_weight_row(from, target / 4);
        for (int k = 0; k < 4; ++k) {
            float weight = k == 0 ? weights.x : (k == 1 ? weights.y : (k == 2 ? weights.z : weights.w));
            if (weight != 0.0 && target + k < MORPH_TARGETS) {
                int i = texels * ((target + k) * vertices + vertex);
                position += weight * morph_texel(i).xyz;
                normal += weight * morph_texel(i + 1).xyz;
#ifdef SKIN_SURFACE
                if (texels > 2) {
                    tangent.xyz += weight * morph_texel(i + 2).xyz;
                }
#endif
            }
        }
    }
#ifdef SKIN_SURFACE
    if (MORPH_TARGETS > 0) {
        tangent = beside(tangent, normal);
    }
#endif
}

void morph(int vertex, vec4 from, inout vec3 position, inout vec3 normal) {
    vec4 none = vec4(0.0, 0.0, 0.0, 0.0);
    morph_with_tangent(vertex, from, position, normal, none);
}

// The way along the surface, skinned as positions are, so that scale and shear reach it. w is the side of v: a mirrored
// part changes sides, because its normal keeps looking out.
vec4 skin_tangent(Skin s, vec4 t) {
    float side = dot(s.x, cross(s.y, s.z)) < 0.0 ? -t.w : t.w;
    return vec4(s.x * t.x + s.y * t.y + s.z * t.z, side);
}

// How the flesh of a character moves a vertex: by the sum of what the handles move, and by the matrix that it
// stretches by. Behind the morph targets of all vertices there are groups of five texels: the numbers of four handles,
// -1 for none, and the gradient and weight of each. Only if HAS_FLESH_HERE.
#define HAS_FLESH_HERE(from) (HANDLE_GROUPS > 0 && HAS_FLESH(from))

Skin flesh_of(int vertex, vec4 from) {
    int groups = HANDLE_GROUPS;
    int weight_rows = (MORPH_TARGETS + 3) / 4;
    int at = (MORPH_TEXELS * MORPH_TARGETS) * int(u_skin.w) + 5 * groups * vertex;
    Skin flesh;
    flesh.x = vec3(1.0, 0.0, 0.0);
    flesh.y = vec3(0.0, 1.0, 0.0);
    flesh.z = vec3(0.0, 0.0, 1.0);
    flesh.move = vec3(0.0, 0.0, 0.0);
    for (int group = 0; group < groups; ++group) {
        vec4 handles = morph_texel(at);
        for (int k = 0; k < 4; ++k) {
            float handle = k == 0 ? handles.x : (k == 1 ? handles.y : (k == 2 ? handles.z : handles.w));
            if (handle >= 0.0) {
                vec4 pull = morph_texel(at + 1 + k);
                vec3 moved = displacement_row(from, weight_rows, int(handle)).xyz;
                flesh.x += pull.x * moved;
                flesh.y += pull.y * moved;
                flesh.z += pull.z * moved;
                flesh.move += pull.w * moved;
            }
        }
        at += 5;
    }
    return flesh;
}

// Flesh that is pressed flat has no normal of its own.
vec3 flesh_normal(Skin flesh, vec3 normal) {
    vec3 turned = skin_normal(flesh, normal);
    return dot(turned, turned) > 1e-12 ? turned : normal;
}

// Moves a vertex by the flesh of its character, after morph targets and before skinning.
void displace(int vertex, vec4 from, inout vec3 position, inout vec3 normal) {
    if (HAS_FLESH_HERE(from)) {
        Skin flesh = flesh_of(vertex, from);
        position += flesh.move;
        normal = flesh_normal(flesh, normal);
    }
}

// The same with a tangent.
void displace_with_tangent(int vertex, vec4 from, inout vec3 position, inout vec3 normal, inout vec4 tangent) {
    if (HAS_FLESH_HERE(from)) {
        Skin flesh = flesh_of(vertex, from);
        position += flesh.move;
        normal = flesh_normal(flesh, normal);
        tangent = beside(skin_tangent(flesh, tangent), normal);
    }
}

#endif

#pragma once

namespace jounce {

/// Plain values of one character, for rest data and for the edges of the API. Right-handed, metres,
/// column vectors: a transform is applied as `translation + rotation * (scale * p)`.
template <class Real> struct vec3 {
    Real x = 0, y = 0, z = 0;

    friend bool operator==(const vec3&, const vec3&) = default;
};

/// Unit quaternion, xyz the vector part (glTF's order).
template <class Real> struct quat {
    Real x = 0, y = 0, z = 0, w = 1;

    friend bool operator==(const quat&, const quat&) = default;
};

/// Rotation, translation and one scale for all axes: closed under composition, so chains of bones
/// never shear.
template <class Real> struct transform {
    quat<Real> rotation;
    vec3<Real> translation;
    Real scale = 1;

    friend bool operator==(const transform&, const transform&) = default;
};

/// Linear part by columns.
template <class Real> struct mat3 {
    vec3<Real> column[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// `linear * p + translation`.
template <class Real> struct affine {
    mat3<Real> linear;
    vec3<Real> translation;
};

} // namespace jounce

#pragma once

// The sphere of one node of a pose. Derivations are in docs/adr/0052-bounds-of-skins.md.

#include <jounce/modules/bounds/posed_skin.hpp>

#include <limits>

namespace jounce::bounds {

inline bounding_sphere unknown_sphere() { return {{}, std::numeric_limits<double>::infinity()}; }

inline quat<double> conjugate(const quat<double>& q) { return {-q.x, -q.y, -q.z, q.w}; }

/// Pairs of more joints are not looked at one by one.
constexpr std::size_t few_joints = 16;

/// A node and the room to compute its sphere in.
struct node_view {
    const skin_tree& tree;
    std::uint32_t node;
    double growth; ///< of the rest sphere, by morph targets
    const posed_joints& joints;
    std::vector<vec3<double>>& places;
    std::vector<bounding_sphere>& parts;
    std::vector<quat<double>>& turns;
};

/// For blended matrices.
bounding_sphere linear_sphere(const node_view& of);
/// For blended dual quaternions.
bounding_sphere dual_sphere(const node_view& of);

/// Reads the joints of a pose. `growth` is what morph targets add to any rest sphere.
void read_linear_joints(const palette& rows, int lane, posed_joints& to);
void read_dual_joints(const skin_tree& tree, const palette& rows, int lane, double growth,
                      posed_joints& to);

/// A ball around balls, from any centre; nearly the smallest.
bounding_sphere enclosing(std::span<const bounding_sphere> balls, const vec3<double>& start);

/// At least the largest singular value, and hardly more.
double spectral_norm(const mat3<double>& m);

/// What float arithmetic may be off by: relative to `size_of` a node.
double float_rounding(const skin_tree& tree);
/// The largest number that appears while a vertex of the node is skinned.
double size_of(const node_view& of);

} // namespace jounce::bounds

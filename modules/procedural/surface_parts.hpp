#pragma once

#include <jounce/modules/procedural/surface_builder.hpp>

#include <functional>
#include <span>
#include <vector>

namespace jounce::procedural {

// Parameters come from code, not from input: a part that cannot be made (no colour, no binding, too
// few rings, widths that do not fit) is a mistake of the caller; it asserts and adds nothing.

/// The colour of a place of the rest pose.
using paint = std::function<colour(const vec3<double>&)>;

/// The same colour everywhere.
paint plain(colour all);
/// From one colour to another between two heights.
paint upwards(colour low, colour high, double from, double to);

/// The unit vector nearest to `wish` at right angles to `way`, a unit vector; any such vector if
/// they point the same way.
vec3<double> at_right_angles(const vec3<double>& way, const vec3<double>& wish);

/// A ring of a loft: an ellipse by its centre and two half axes. The way to the next ring is that of
/// `across x deep`, seen from outside the ring's corners run counter-clockwise.
struct loft_ring {
    vec3<double> centre;
    vec3<double> across;
    vec3<double> deep;
    skin_weights by = {}; ///< used where the loft has no binding of its own
    bool sharp = false;   ///< the surface has an edge here
};

/// A skin over rings, closed at both ends: the first and last ring are points.
struct loft {
    std::vector<loft_ring> rings;
    int sides = 16;
    double roundness = 1; ///< 1: ellipses; towards 0 they become rectangles
    binding by = {};
    paint painted = {};
    std::function<vec3<double>(const vec3<double>&)> warp =
        {}; ///< moves places before they are bound
};
/// Adds a loft. Every vertex is bound by `loft::by`, else by the weights of its ring.
void add_loft(surface_builder& to, const loft& of);

/// Half widths of a tube.
struct tube_section {
    double across = 0, deep = 0;
};

/// A tube along a chain of bones, with weights by arc length.
struct tube {
    std::function<tube_section(double)> section; ///< at 0 (start) to 1 (end)
    vec3<double> side = {1, 0, 0};               ///< where `across` points; not along the chain
    int rings = 16;
    int sides = 16;
    int cap_rings = 4;
    double start_cap = 1; ///< height of the dome over the radius there, above 0
    double end_cap = 1;
    double roundness = 1;
    paint painted = {};
    binding by = {}; ///< instead of the chain's own weights
};
/// Adds a tube along a chain, with a dome at either end.
void add_tube(surface_builder& to, const bone_chain& along, const tube& of);

/// A section that narrows (or widens) evenly, round.
std::function<tube_section(double)> tapered(double from, double to);
/// A smooth section through given ones, which are at equal distances along the tube.
std::function<tube_section(double)> shaped(std::vector<tube_section> through);

/// A body of revolution about an upright axis: radius and height from the lowest point to the
/// highest along the outside, or further, down into a hollow.
struct lathe {
    /// A point of the outline, metres; `sharp`: the surface has an edge here.
    struct point {
        double radius = 0, height = 0;
        bool sharp = false;
    };
    std::vector<point> profile; ///< begins and ends with radius 0
    vec3<double> foot;          ///< where the axis stands
    int sides = 24;
    binding by = {};
    paint painted = {};
};
/// Adds a body of revolution.
void add_lathe(surface_builder& to, const lathe& of);

/// A ball, or what becomes of one when it is stretched along its axes. Metres.
struct ellipsoid {
    vec3<double> centre;
    vec3<double> radii = {1, 1, 1};
    quat<double> turn = {}; ///< of its axes; poles are on the turned y axis
    int rings = 12;
    int sides = 16;
    binding by = {};
    paint painted = {};
    std::function<vec3<double>(const vec3<double>&)> warp = {};
};
/// Adds an ellipsoid.
void add_ellipsoid(surface_builder& to, const ellipsoid& of);

/// A box with rounded edges.
struct rounded_box {
    vec3<double> centre;
    vec3<double> half = {1, 1, 1}; ///< half its sides
    double bevel = 0.1;            ///< radius of its edges, below the smallest half
    quat<double> turn = {};
    int bevel_steps = 2;
    int face_steps = 2;
    binding by = {};
    paint painted = {};
};
/// Adds a rounded box.
void add_box(surface_builder& to, const rounded_box& of);

/// A grid of places, thin but with two faces and a rim. Rows follow each other along, columns
/// across; the front is where `across x along` points.
struct thin_grid {
    /// One place of the grid: where it is, what moves it and how both faces look.
    struct node {
        vec3<double> at;
        skin_weights by = {};
        colour front = 0;
        colour back = 0;
    };
    int rows = 0;
    int columns = 0;
    std::vector<node> nodes; ///< [row * columns + column]
    double thickness = 0.01;
};
/// Adds a grid as a thin body with two faces and a rim.
void add_thin_grid(surface_builder& to, const thin_grid& of);

/// Cloth across parallel chains, weights bilinear between them.
struct sheet {
    std::vector<bone_chain> strands; ///< at least two
    int rows = 20;
    int columns_between = 4; ///< from one strand to the next
    double thickness = 0.012;
    paint front = {};
    paint back = {};
};
/// Adds cloth across its strands.
void add_sheet(surface_builder& to, const sheet& of);

/// A leaf along a chain, folded along its rib.
struct leaf_blade {
    vec3<double> up = {0, 1, 0}; ///< the way its upper face looks
    double width = 0.1;          ///< where it is widest
    double fold = 0.3;           ///< how steeply its halves rise from the rib
    double droop = 0.1;          ///< how far its tip hangs down, over its length
    int rows = 8;
    int columns = 5;
    double thickness = 0.004;
    colour rib = 0;
    colour edge = 0;
};
/// Adds a leaf along a chain.
void add_leaf(surface_builder& to, const bone_chain& along, const leaf_blade& of);

} // namespace jounce::procedural

#include <jounce/modules/procedural/surface_parts.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>

#include <cmath>
#include <cstddef>

namespace jounce::procedural {
namespace {

/// Half the width of a leaf over its largest: round near the stalk, pointed at the tip. It ends in
/// short edges instead of points, where triangles would have no area.
double outline(double along) {
    constexpr double end = 0.05;
    const double belly = 2.6 * std::sqrt(along) * (1 - along); // 1 at a third of the way
    return end + (1 - end) * belly;
}

} // namespace

void add_leaf(surface_builder& to, const bone_chain& along, const leaf_blade& of) {
    const bool fits = of.rows >= 2 && of.columns >= 2 && of.width > 0;
    JOUNCE_ASSERT(fits, "a leaf needs two rows and columns and a width");
    if (!fits) {
        return;
    }
    thin_grid blade;
    blade.rows = of.rows;
    blade.columns = of.columns;
    blade.thickness = of.thickness;
    for (int r = 0; r < of.rows; ++r) {
        const double share = static_cast<double>(r) / (of.rows - 1);
        const double metres = share * along.length();
        const vec3<double> way = along.direction(metres);
        const vec3<double> up = at_right_angles(way, of.up);
        const vec3<double> side = cross(way, up);
        const vec3<double> rib =
            along.point(metres) - (of.droop * share * share * along.length()) * up;
        for (int c = 0; c < of.columns; ++c) {
            const double off = 2.0 * c / (of.columns - 1) - 1;
            const double reach = 0.5 * of.width * outline(share) * off;
            thin_grid::node node;
            node.at = rib + reach * side + (of.fold * std::abs(reach)) * up;
            node.by = along.weights(metres);
            node.front = mix(of.rib, of.edge, std::abs(off) + 0.4 * share);
            node.back = mix(node.front, of.rib, 0.6);
            blade.nodes.push_back(node);
        }
    }
    add_thin_grid(to, blade);
}

} // namespace jounce::procedural

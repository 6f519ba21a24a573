#pragma once

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace jounce::weights {

/// A place on a triangle.
struct surface_point {
    std::uint32_t triangle = 0;
    std::array<double, 3> share = {1, 0, 0}; ///< of its corners: none below 0, their sum is one
    double distance = 0;                     ///< from the point that was asked about
};

/// The nearest place on a triangle, which may have no area. `triangle` is left at 0.
surface_point nearest_on_triangle(const vec3<double>& point, const vec3<double>& a,
                                  const vec3<double>& b, const vec3<double>& c);

/// Boxes around boxes around triangles: answers in logarithmic time. Building takes n log(n)^2. Queries
/// change nothing, so threads may share a tree. Answers do not depend on the order of triangles, except that
/// of equally near ones the first counts.
class triangle_tree {
public:
    static constexpr std::uint32_t no_vertex = std::numeric_limits<std::uint32_t>::max();

    /// Triangles with a place that is not finite are never found.
    /// @param positions  must outlive the tree
    /// @pre corners are below the number of positions
    triangle_tree(std::span<const vec3<double>> positions,
                  std::vector<std::array<std::uint32_t, 3>> triangles);

    /// Whether the open segment crosses a triangle, other than those with the corner `skip_vertex`. A
    /// triangle that is parallel to it, or lies at one of its ends, does not count.
    bool blocked(const vec3<double>& from, const vec3<double>& to,
                 std::uint32_t skip_vertex = no_vertex) const;

    /// The nearest place on triangles that `accept` lets pass; empty: all. Nothing if there is none
    /// within `reach`, or if the point is not finite.
    std::optional<surface_point>
    nearest(const vec3<double>& point,
            const std::function<bool(std::uint32_t triangle)>& accept = {},
            double reach = std::numeric_limits<double>::infinity()) const;

    const std::vector<std::array<std::uint32_t, 3>>& triangles() const { return triangles_; }

private:
    struct node {
        vec3<double> low, high;
        std::uint32_t first =
            0; ///< leaf: of `order_`; otherwise its second child, the first is the next node
        std::uint32_t count = 0; ///< 0: has children
    };

    const vec3<double>& corner(std::uint32_t triangle, std::size_t which) const {
        return positions_[triangles_[triangle][which]];
    }
    node box_of(std::size_t begin, std::size_t end) const;
    void build(const std::vector<vec3<double>>& centres);
    bool crosses(std::uint32_t triangle, const vec3<double>& from, const vec3<double>& along) const;

    std::span<const vec3<double>> positions_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::vector<std::uint32_t> order_; ///< triangles, those of a leaf together
    std::vector<node> nodes_;          ///< a node before its children; empty: no triangles
};

} // namespace jounce::weights

#pragma once

#include <jounce/modules/simplify/quadric.hpp>
#include <jounce/modules/simplify/weld.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace jounce::simplify {

/// A mesh whose places are pulled into neighbours one by one.
class collapse_mesh {
public:
    explicit collapse_mesh(const posed_mesh& mesh);

    std::size_t triangle_count() const { return alive_count_; }
    /// Distinct places that share a triangle with a place, ascending.
    void neighbours(std::uint32_t place, std::vector<std::uint32_t>& out) const;
    /// Every edge once, lower place first.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges() const;

    /// How wrong the surface is if a place moves into a neighbour, over all poses.
    double cost(std::uint32_t from, std::uint32_t into) const;
    bool may_collapse(std::uint32_t from, std::uint32_t into);
    /// @pre may_collapse, just now
    void collapse(std::uint32_t from, std::uint32_t into);
    /// Counts changes of a place's cost.
    std::uint32_t version(std::uint32_t place) const { return versions_[place]; }
    bool is_alive(std::uint32_t place) const { return !around_[place].empty(); }

    mesh_detail detail() const;

private:
    using corners = std::array<std::uint32_t, 3>;

    void drop_degenerate(const posed_mesh& mesh);
    void add_quadrics();
    void find_borders();
    void guard_edge(std::uint32_t triangle, int corner, double weight);
    bool is_one_fan(std::uint32_t place) const;
    /// The corner of a triangle that is in a place, or -1.
    int corner_in(std::uint32_t triangle, std::uint32_t place) const;
    std::uint32_t place(std::uint32_t triangle, int corner) const {
        return welded_.place_of[triangles_[triangle][static_cast<std::size_t>(corner)]];
    }
    bool maps_vertices(std::uint32_t from, std::uint32_t into);
    bool keeps_topology(std::uint32_t from, std::uint32_t into, std::size_t shared);
    bool keeps_sides(std::uint32_t from, std::uint32_t into) const;

    welded welded_;
    std::vector<corners> triangles_; ///< vertices
    std::vector<bool> is_dead_;      ///< [triangle]
    std::size_t alive_count_ = 0;
    std::vector<std::vector<std::uint32_t>> around_; ///< [place] triangles
    std::vector<quadric> quadrics_;                  ///< [place][pose]
    std::vector<bool> is_border_;                    ///< [place]
    std::vector<bool> is_locked_;                    ///< [place]; stays where it is
    std::vector<std::uint32_t> versions_;            ///< [place]
    double area_ = 0;                                ///< of all poses together
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        map_;                                          ///< vertex to vertex, of `maps_vertices`
    std::vector<std::uint32_t> near_from_, near_into_; ///< scratch
};

} // namespace jounce::simplify

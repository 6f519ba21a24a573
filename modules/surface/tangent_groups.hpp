#pragma once

#include <jounce/modules/surface/face_tangent.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

/// Which corners of triangles share a tangent. A corner is a position in the list of triangles.
class tangent_groups {
public:
    tangent_groups(const tangent_source& of, std::span<const face_tangent> faces);

    /// The same number for all corners of a group, which is one of them.
    std::uint32_t of(std::uint32_t corner) const;
    /// The first vertex in this place, with this normal and these texture coordinates.
    std::uint32_t place(std::uint32_t vertex) const { return places_[vertex]; }

private:
    /// Two triangles at an edge: corners at its one end, and at its other.
    struct edge_pair {
        std::uint32_t first[2];
        std::uint32_t second[2];
    };
    void weld();
    std::vector<edge_pair> find_pairs() const;
    void join(const std::vector<edge_pair>& pairs, std::span<const face_tangent> faces);
    void unite(std::uint32_t a, std::uint32_t b);

    const tangent_source& of_;
    std::vector<std::uint32_t> places_; ///< [vertex]
    mutable std::vector<std::uint32_t>
        parent_; ///< [corner]; paths are shortened while they are walked
};

} // namespace jounce

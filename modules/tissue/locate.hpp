#pragma once

#include <jounce/modules/tissue/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace jounce::tissue {

/// A place in a tetrahedron.
struct tet_place {
    std::uint32_t tet = 0;
    std::array<double, 4> share = {1, 0, 0, 0}; ///< of its nodes; their sum is one
    /// The least of the shares. Below zero the place is outside, and values there are continued beyond the tetrahedron.
    double least = 0;
};

/// Finds tetrahedra by boxes of a regular grid. Queries change nothing, so threads may share it.
class tet_finder {
public:
    /// @param mesh  must outlive it
    explicit tet_finder(const tet_mesh& mesh);

    /// The tetrahedron around a point, or the one that needs the least continuation among those in the boxes around
    /// it; of equal ones the first. Nothing if there are none.
    std::optional<tet_place> find(const vec3<double>& point) const;

private:
    std::array<long, 3> box_at(const vec3<double>& point) const;

    const tet_mesh& mesh_;
    vec3<double> low_;
    double side_ = 1;
    std::array<long, 3> count_ = {1, 1, 1};
    std::vector<std::uint32_t> first_; ///< [box + 1]
    std::vector<std::uint32_t> tets_;
    std::vector<tet_shape> shapes_;
};

} // namespace jounce::tissue

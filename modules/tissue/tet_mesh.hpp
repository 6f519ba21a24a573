#pragma once

#include <jounce/components/base/math_types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::tissue {

/// Four nodes; the volume is positive.
using tetrahedron = std::array<std::uint32_t, 4>;

/// Flesh as tetrahedra.
struct tet_mesh {
    std::vector<vec3<double>> nodes;
    std::vector<tetrahedron> tets;
    std::vector<double> fill; ///< [tet] share of it that is flesh, above 0
};

/// How a tetrahedron measures: the gradients of its nodes' hat functions, and its volume.
struct tet_shape {
    std::array<vec3<double>, 4> gradients; ///< 1/m
    double volume = 0;                     ///< m^3, signed
};
/// Gradients are zero if there is no volume.
tet_shape shape_of(const tet_mesh& mesh, std::size_t tet);

/// The middle of a tetrahedron.
vec3<double> centre_of(const tet_mesh& mesh, std::size_t tet);

/// A face of one or two tetrahedra.
struct tet_facet {
    std::array<std::uint32_t, 3> nodes; ///< ascending
    std::array<std::uint32_t, 2> tets;  ///< the lower first; the same twice: an outer face
};
/// Faces, ascending by their nodes. Where more than two tetrahedra share a face, only the first two are there.
std::vector<tet_facet> facets_of(const tet_mesh& mesh);

/// [node] 1: of an outer face.
std::vector<std::uint8_t> find_outer_nodes(const tet_mesh& mesh,
                                           const std::vector<tet_facet>& facets);

/// [tet] the number of its part. Parts hang together by faces and are numbered by their first tetrahedron.
std::vector<std::uint32_t> find_tet_parts(const tet_mesh& mesh,
                                          const std::vector<tet_facet>& facets);

} // namespace jounce::tissue

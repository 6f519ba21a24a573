#pragma once

// How much a function on tetrahedra bends, as a sparse matrix. For what solves with it.

#include <jounce/modules/tissue/tet_mesh.hpp>

#include <Eigen/SparseCore>

#include <vector>

namespace jounce::tissue {

/// The energy w^T A w of a piecewise linear function: over inner faces, the jump of its gradient across the face
/// times the face's area, squared, divided by a quarter of the two volumes. It is zero for affine functions and no
/// others, in each part that hangs together by faces.
Eigen::SparseMatrix<double> facet_energy(const tet_mesh& mesh,
                                         const std::vector<tet_facet>& facets);

} // namespace jounce::tissue

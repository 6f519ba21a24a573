#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/flesh_surface.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>

#include <cstddef>

namespace jounce::tissue {

/// A lattice of cubes over a skin, six tetrahedra each.
struct flesh_lattice {
    tet_mesh mesh;
    double cell = 0;         ///< side of a cube
    double overlap = 0;      ///< share of the samples in flesh that are inside more than once
    std::size_t bridges = 0; ///< cubes that were added so that others hang together by faces
};

/// Covers the flesh with cubes: those with flesh in them, and those of vertices of the skin. `fill` is the share of a
/// cube that is flesh by 4 x 4 x 4 samples, at least 0.05. Cubes that touch at an edge or a corner only get one beside
/// them, because parts that do not hang together by faces would flap.
///
/// Error names: `too_large` (more than a million cubes around the skin, or 60,000 with flesh), `bad_size`.
/// @param cell  side of a cube; 0: so that about 2,500 cubes would fill the volume
result<flesh_lattice> tetrahedralise(const flesh_surface& skin, double cell);

} // namespace jounce::tissue

#pragma once

#include <cstddef>

namespace jounce::tissue {

/// How good a bake is: what was made, and how far it is from what it stands for.
struct tissue_figures {
    std::size_t nodes = 0, tets = 0;
    std::size_t bone_nodes = 0; ///< that stand still
    std::size_t stiffened = 0;  ///< those of them that would have moved against their handle
    double cell = 0;            ///< m; 0: tetrahedra were given
    double volume = 0;          ///< m^3 of flesh, by the tetrahedra
    double mass = 0;            ///< kg
    double affine_error =
        0; ///< before the cut: a place that handles and bones give is that place, by the extent
    double unity_error = 0;
    double least_weight = 0, largest_weight = 0; ///< before the cut
    double node_handles = 0;                     ///< mean handles per node that has any
    double vertex_handles = 0;                   ///< the same per vertex of the skin
    std::size_t most_vertex_handles = 0;         ///< before the limit of 8
    double vertex_loss = 0; ///< largest sum of weights that a vertex lost to the limit
    std::size_t points = 0; ///< of cubature with a volume
    std::size_t negative_points = 0;
    std::size_t most_point_handles = 0; ///< before the limit of 12
    double cubature_volume_error = 0;   ///< sum of the points' volumes against that of the flesh
    double energy_error = 0;            ///< mean over random shapes, as a share
    double largest_energy_error = 0;
    double rough_gradient_error = 0;  ///< of random handles
    double smooth_gradient_error = 0; ///< of shapes that bend slowly
    double stiffness_error = 0;       ///< at rest
    double lowest_hertz = 0;
    std::size_t mass_points = 0;
    double mass_point_error = 0, drive_point_error = 0, moment_point_error = 0;
    std::size_t probes = 0;
};

} // namespace jounce::tissue

#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/baked_tissue.hpp>
#include <jounce/modules/tissue/tet_mesh.hpp>
#include <jounce/modules/tissue/tissue_figures.hpp>
#include <jounce/modules/tissue/tissue_mesh.hpp>
#include <jounce/modules/work/work_options.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Reduced soft tissue: flesh that gives way.
namespace jounce::tissue {

/// How the volumes of cubature points are found.
enum class cubature_method : std::uint8_t {
    fitted,       ///< to the stiffness of all tetrahedra: better forces, none negative
    interpolated, ///< integrals of a smooth function: their sum is the volume, some may be negative
};

/// How much stiffer than the material the flesh of a joint is.
struct joint_stiffness {
    std::uint32_t joint = 0;
    double factor = 1; ///< 0.01..100
};

/// How flesh is baked. The defaults suit a person of a crowd.
struct tissue_options {
    std::size_t handles = 40;   ///< 4..1000; 80 to 100 for a hero
    std::size_t points = 0;     ///< cubature points, at most 20,000; 0: eight per handle
    double cell = 0;            ///< side of the cubes, m; 0: about 2,500 cubes fill the skin
    double bone_radius = 0;     ///< m; 0: a fifth of the way to the skin, each bone its own
    double metres_per_unit = 1; ///< of the mesh and the bones
    double bound = 0.5;        ///< the furthest a handle may go, as a share of its way to the bones
    std::size_t modes = 0;     ///< 0: two thirds of all
    bool close_holes = false;  ///< caps holes of the skin instead of refusing it
    bool keep_lattice = false; ///< `baked_tissue::lattice`
    cubature_method cubature = cubature_method::fitted;
    tissue_material material;
    std::span<const double>
        density; ///< [vertex] 0..: where handles are dense; empty: the same everywhere
    std::span<const double> stiffness; ///< [vertex] factor on the material, 0.01..100; empty: 1
    std::vector<joint_stiffness> joint_factors; ///< of regions; others 1
    std::span<const vec3<double>>
        handle_places;              ///< in units of the mesh; if given, instead of `handles`
    const tet_mesh* tets = nullptr; ///< in units of the mesh; instead of a lattice
    work::work_options work;
};

/// What was baked, and how good it is.
struct tissue_bake {
    baked_tissue tissue;
    tissue_figures figures;
    std::vector<std::string> warnings;
};

/// Makes reduced flesh for a skin: see docs/tissue.md. The same bits for any number of workers.
///
/// Error names: `bad_option`, `bad_count` (painted values of another number of vertices), `bad_number`, those of
/// `take_skin` (`open_mesh`, `no_volume`, `no_weights`, ...), `tetrahedralise`, `find_bone_nodes` (`bones_outside`),
/// `place_handles` (`no_handles`), `biharmonic_weights` (`singular`); `bad_mesh` (given tetrahedra without volume or
/// with nodes that are not there), `cancelled`.
/// @param bones  segments of the skin's joints, in its space
result<tissue_bake> bake_tissue(const tissue_mesh& mesh,
                                std::span<const weights::bone_segment> bones,
                                const tissue_options& options = {});

} // namespace jounce::tissue

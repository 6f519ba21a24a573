#pragma once

#include <jounce/modules/result/result.hpp>
#include <jounce/modules/tissue/bake_tissue.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::tissue {

/// Flesh of bones by name that is stiffer or softer than the rest.
struct region_wish {
    std::string bone;  ///< and all bones below it
    double factor = 1; ///< on Young's modulus
};

/// What to bake, and how.
struct bake_file_options {
    std::filesystem::path in;
    std::filesystem::path out;  ///< may be empty: figures only
    std::filesystem::path tets; ///< a Medit .mesh instead of a lattice; may be empty
    std::int32_t skin = -1;     ///< -1: the one that moves the most vertices
    double metres_per_unit = 0; ///< of the model; 0: as large as it seems to be
    std::vector<region_wish> regions;
    std::vector<vec3<double>>
        handle_places; ///< in units of the mesh; if given, instead of a number
    /// Colour channels of the mesh, 0 red to 3 alpha, or -1: where handles are dense, and how stiff flesh is: a channel
    /// of 0 is a quarter, 0.5 the material itself, 1 four times as stiff.
    int density_channel = -1, stiffness_channel = -1;
    tissue_options how; ///< spans of it are not used
};

/// What was baked.
struct bake_file_report {
    std::size_t vertices = 0, triangles = 0, joints = 0;
    std::size_t handles = 0, modes = 0;
    double metres_per_unit = 1; ///< of the mesh's own space
    std::size_t file_bytes = 0;
    tissue_figures figures;
    std::vector<std::string> warnings;
};

/// Reads a model, bakes tissue for one of its skins and writes it, as a whole or not at all.
///
/// Error names: `wrong_suffix`, `cannot_write`, those of `gltf::read_model`, `skin_of`, `read_tets`, `bake_tissue`;
/// `unknown_bone` (a region's), `no_mesh` (a painted channel, but no colours). Messages name the file.
result<bake_file_report> bake_tissue_file(const bake_file_options& options);

} // namespace jounce::tissue

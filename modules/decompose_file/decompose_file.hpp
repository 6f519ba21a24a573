#pragma once

#include <jounce/modules/decompose/decompose.hpp>
#include <jounce/modules/decompose_file/character_memory.hpp>
#include <jounce/modules/decompose_file/compare_methods.hpp>
#include <jounce/modules/decompose_file/make_levels.hpp>
#include <jounce/modules/mesh_cache/cached_mesh.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jounce::decompose {

/// What to decompose, how, and what to write.
struct decompose_file_options {
    std::filesystem::path in;
    std::filesystem::path out;     ///< .glb; empty: only figures
    std::filesystem::path quality; ///< a folder for `write_quality`; may be empty
    mesh_cache::read_options read;
    decompose_options how;            ///< its progress is told of reading and writing too
    std::vector<double> level_shares; ///< of the triangles, falling; see `make_levels`
    bool compare = false;             ///< with other ways to keep the frames: `compare_methods`
    bool all_variants = false; ///< computes the errors of both kinds of bones and both of weights
};

/// The error of one way to decompose.
struct variant_error {
    bone_kind kind = bone_kind::flexible;
    weight_solver weights = weight_solver::nnls;
    std::size_t bones = 0;
    double error = 0; ///< percent
};

/// What was found and written.
struct decompose_file_report {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t frames = 0;
    std::vector<take> takes;
    std::size_t bones = 0;
    std::size_t rank = 0; ///< corrections that were kept
    std::size_t most_influences = 0;
    decompose_report figures;
    character_levels levels; ///< those that were asked for, as far as they are possible
    character_memory memory;
    std::vector<compared_method> comparison; ///< with `compare`
    std::vector<variant_error> variants;     ///< with `all_variants`
    std::uint64_t file_bytes = 0;            ///< of the file that was written
    std::uint64_t cache_bytes = 0;           ///< of the frames as a cache of floats
    std::vector<std::string> warnings;       ///< of the reader, the method and the writer
};

/// Reads a deforming mesh, decomposes it and writes a skinned character, as a whole or not at all.
///
/// Error names: `negative_weights` (TSVD and a file), `wrong_suffix`, `cannot_write` (also if `out` is the input);
/// those of `mesh_cache::read_mesh_cache`, `decompose`, `make_levels`, `compare_methods`, `make_character` and `write_quality`.
result<decompose_file_report> decompose_file(const decompose_file_options& options);

} // namespace jounce::decompose

#pragma once

#include <jounce/modules/decompose/decomposition.hpp>
#include <jounce/modules/result/result.hpp>
#include <jounce/modules/work/work_options.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace jounce::decompose {

/// More bones are not made.
inline constexpr std::size_t max_bones = 1024;

/// How to decompose. The defaults suit animals, people and machines.
struct decompose_options {
    std::size_t bones = 0;   ///< 0: as many as the motion needs, unless `error` is given
    double error = 0;        ///< percent; above 0: as few bones as stay below it
    double bandwidth = 0.05; ///< eps of the paper: how much rotations of one bone may differ
    std::size_t influences = 4;
    bone_kind kind = bone_kind::flexible;
    weight_solver weights = weight_solver::nnls;
    std::size_t refits = 8;
    std::size_t rank = 0; ///< corrections; those that do not lower the error are left out
    /// Rotations nearer to each other than this share of the bandwidth are shifted as one. 0: exact, slow.
    double merge = 0.2;
    /// The paper to the letter: as many bones as its rule finds, no refits, exact and slow. `bones`, `error`, `refits`
    /// and `merge` have no effect.
    bool literal = false;
    std::uint64_t max_bytes = 8ULL << 30U; ///< `too_large` if it needs more
    work::work_options work;
};

/// Finds bones, weights and corrections. The same bits for any number of workers. Several takes are decomposed as one
/// animation, so that they share bones and weights. Loose parts, vertices without triangles and degenerate triangles
/// are allowed. Cost: O(triangles x frames x bones), and the search for near-rigid parts, which is up to quadratic in
/// triangles.
///
/// Error names: `no_vertices`, `no_triangles` (none, or all of them degenerate in some frame), `bad_count` (frames of
/// another number of vertices, no frame), `bad_index` (a triangle names a vertex that is not there), `not_finite`,
/// `out_of_range` (options), `no_bones` (`literal` only: no part is large enough for the paper's rule), `too_many`,
/// `too_large`, `cancelled`.
result<decomposition> decompose(const mesh_animation& from, const decompose_options& options = {});

/// The same with bones that are there already: finds weights and corrections only. Errors as there; `no_bones` if there
/// are none, `bad_count` if they are of another number of frames.
/// @param bones  [frame][bone], maps of the rest pose
result<decomposition> decompose_with_bones(const mesh_animation& from,
                                           std::span<const affine<double>> bones,
                                           std::size_t bone_count,
                                           const decompose_options& options = {});

} // namespace jounce::decompose

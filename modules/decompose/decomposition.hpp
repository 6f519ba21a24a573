#pragma once

#include <jounce/components/base/math_types.hpp>
#include <jounce/modules/decompose/mesh_animation.hpp>
#include <jounce/modules/weights/weight_table.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jounce::decompose {

/// What bones may do.
enum class bone_kind : std::uint8_t {
    flexible, ///< any affine map: stretch and shear too
    rigid,    ///< rotation and translation, which every program plays
};

/// How weights are found.
enum class weight_solver : std::uint8_t {
    nnls, ///< not negative, sum one: right for files, editing and corrections
    tsvd, ///< any sign, as the paper has it beside; over-fits
};

/// What bones leave over, as displacements of the rest pose: `rest + basis * coefficients` before skinning.
/// Every mode is a morph target, the coefficients of a frame are its weights.
struct corrections {
    std::size_t rank = 0;             ///< modes
    std::vector<vec3<double>> basis;  ///< [mode][vertex]
    std::vector<double> coefficients; ///< [frame][mode]
};

/// Figures of a decomposition. Errors are `100 |P - P'| / |P - P_mean|`, where P_mean holds every vertex at the
/// mean of its places over time.
struct decompose_report {
    double near_rigid = 0;              ///< share of triangles that belong to a bone's core, 0..1
    std::size_t pool = 0;               ///< bones before elimination
    double error = 0;                   ///< of the result, without corrections
    std::vector<double> error_by_refit; ///< after each refit
    std::vector<double> error_by_rank;  ///< [rank], with so many corrections; [0] is `error`
    std::vector<double>
        error_by_frame; ///< root mean square distance per frame, as a share of the extent
    std::vector<double> error_by_vertex; ///< the same per vertex over all frames
    double compression = 0;  ///< numbers of the animation / numbers of the decomposition
    std::uint64_t bytes = 0; ///< of memory, estimated before the work began
    std::vector<std::pair<std::string, double>> seconds; ///< by stage, in order
    std::vector<std::string> warnings; ///< where the method is unreliable, and what to do
};

/// A deforming mesh as a skinned one: vertex i of frame t is `sum_b weights(i, b) bones(t, b) (rest_i + corrections)`.
struct decomposition {
    bone_kind kind = bone_kind::flexible;
    std::vector<vec3<double>> centres; ///< [bone]; in the rest pose, where the bone turns
    std::vector<affine<double>> bones; ///< [frame][bone], maps the rest pose
    weights::weight_table
        weights; ///< [vertex]; negative ones occur with `weight_solver::tsvd` alone
    corrections corrected;
    decompose_report report;

    /// Of every frame.
    std::size_t bone_count() const { return centres.size(); }
    /// What a bone does to the rest pose in a frame.
    const affine<double>& bone(std::size_t frame, std::size_t index) const {
        return bones[frame * centres.size() + index];
    }
};

} // namespace jounce::decompose

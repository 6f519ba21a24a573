#include <jounce/modules/decompose/finish.hpp>

#include <jounce/modules/decompose/check_input.hpp>
#include <jounce/modules/decompose/find_corrections.hpp>
#include <jounce/modules/decompose/measure_error.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::decompose {
namespace {

/// Numbers of the animation over numbers of the decomposition, as the paper counts them.
double compression(const working_poses& poses, const chosen_bones& chosen, bone_kind kind) {
    const auto n = static_cast<double>(poses.vertex_count());
    const auto s = static_cast<double>(poses.frame_count());
    const auto b = static_cast<double>(chosen.centres.size());
    const auto influences = static_cast<double>(chosen.skin.weights.influences);
    return 3 * n * s / (3 * n + influences * n + (kind == bone_kind::rigid ? 7 : 12) * s * b);
}

/// Root mean square distances as a share of the extent.
std::vector<double> distances(const std::vector<double>& squares, std::size_t count,
                              double extent) {
    std::vector<double> out;
    const double scale = extent > 0 ? 1 / extent : 1;
    for (const double one : squares) {
        out.push_back(scale * std::sqrt(one / static_cast<double>(count)));
    }
    return out;
}

std::size_t count_mirrored(const bone_matrices& bones) {
    std::size_t mirrored = 0;
    for (Eigen::Index t = 0; t < bones.rows(); t += 3) {
        for (Eigen::Index b = 0; b < bones.cols(); b += 4) {
            mirrored += bones.block<3, 3>(t, b).determinant() < 0 ? 1U : 0U;
        }
    }
    return mirrored;
}

} // namespace

finishing::finishing(const mesh_animation& from, const decompose_options& options)
    : options_(options), last_(std::chrono::steady_clock::now()) {
    out_.kind = options.kind;
    out_.report.bytes = bytes_to_decompose(from.rest.size(), from.triangles.size() / 3,
                                           from.frame_count(), options);
}

void finishing::stage_ends(const char* name) {
    const auto now = std::chrono::steady_clock::now();
    out_.report.seconds.emplace_back(name, std::chrono::duration<double>(now - last_).count());
    last_ = now;
}

void finishing::near_rigid(double share, std::size_t pool) {
    is_searched_ = true;
    out_.report.near_rigid = share;
    out_.report.pool = pool;
}

void finishing::warn(const working_poses& poses, const chosen_bones& chosen) {
    decompose_report& report = out_.report;
    const std::size_t bones = chosen.centres.size();
    if (is_searched_ && report.near_rigid < 0.5) {
        report.warnings.push_back(
            "only " + std::to_string(static_cast<int>(100 * report.near_rigid)) +
            " percent of the triangles turn with a bone, as cloth and soft bodies do: look at the "
            "error of every frame; more bones help, and rigid ones may be better");
    }
    if (is_searched_ && !options_.literal && options_.bones > bones) {
        report.warnings.push_back("there are " + std::to_string(bones) + " bones instead of " +
                                  std::to_string(options_.bones) +
                                  ": the mesh has no more triangles to fit bones to");
    }
    if (is_searched_ && !options_.literal && options_.bones == 0 && options_.error > 0 &&
        report.error > options_.error) {
        report.warnings.push_back("the error stays above what was asked for with all " +
                                  std::to_string(bones) + " bones; corrections help");
    }
    if (const std::size_t mirrored = count_mirrored(chosen.skin.bones); mirrored > 0) {
        report.warnings.push_back(std::to_string(mirrored) + " of " +
                                  std::to_string(bones * poses.frame_count()) +
                                  " matrices mirror; programs without negative scales cannot play "
                                  "them, rigid bones avoid it");
    }
}

result<decomposition> finishing::finish(const working_poses& poses, const chosen_bones& chosen) {
    const double motion = motion_of(poses), extent = extent_of(poses);
    const error cancelled = {errors::cancelled, "the decomposition was cancelled"};
    const std::optional<measured_error> measured =
        measure_error(poses, chosen.skin.bones, chosen.skin.weights, options_.work,
                      {"measuring", 0.95, options_.rank > 0 ? 0.96 : 1});
    if (!measured) {
        return cancelled;
    }
    decompose_report& report = out_.report;
    report.error = percent_of(measured->sum, motion);
    report.error_by_frame = distances(measured->by_frame, poses.vertex_count(), extent);
    report.error_by_vertex = distances(measured->by_vertex, poses.frame_count(), extent);
    for (const double squares : chosen.skin.squares_by_refit) {
        report.error_by_refit.push_back(percent_of(squares, motion));
    }
    report.error_by_rank = {report.error};
    stage_ends("measure");
    if (options_.rank > 0) {
        std::optional<found_corrections> found =
            find_corrections(poses, chosen.skin.bones, chosen.skin.weights, options_.rank,
                             options_.literal, options_.work, {"corrections", 0.96, 1});
        if (!found) {
            return cancelled;
        }
        for (std::size_t k = 1; k < found->squares_by_rank.size(); ++k) {
            report.error_by_rank.push_back(percent_of(found->squares_by_rank[k], motion));
        }
        out_.corrected = std::move(found->corrected);
        for (vec3<double>& one : out_.corrected.basis) {
            one = vec3_of(poses.turn.transpose() * Eigen::Vector3d(one.x, one.y, one.z));
        }
        stage_ends("corrections");
    }
    report.compression = compression(poses, chosen, options_.kind);
    for (const Eigen::Vector3d& centre : chosen.centres) {
        out_.centres.push_back(vec3_of(poses.turn.transpose() * centre + poses.origin));
    }
    out_.bones = give_back(poses, chosen.skin.bones);
    out_.weights = chosen.skin.weights.table();
    warn(poses, chosen);
    return std::move(out_);
}

std::vector<Eigen::Vector3d> weighted_centres(const working_poses& poses,
                                              const vertex_weights& weights, std::size_t bones) {
    std::vector<Eigen::Vector3d> centres(bones, Eigen::Vector3d::Zero());
    std::vector<double> sum(bones, 0);
    for (std::size_t v = 0; v < poses.vertex_count(); ++v) {
        const std::span<const std::int32_t> of = weights.bones_of(v);
        for (std::size_t i = 0; i < of.size(); ++i) {
            const auto bone = static_cast<std::size_t>(of[i]);
            const double weight = std::abs(weights.weights_of(v)[i]);
            centres[bone] += weight * poses.rest_of(v);
            sum[bone] += weight;
        }
    }
    for (std::size_t b = 0; b < bones; ++b) {
        centres[b] /= std::max(sum[b], 1e-300);
    }
    return centres;
}

} // namespace jounce::decompose

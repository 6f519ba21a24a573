#include <jounce/modules/decompose/decompose.hpp>

#include <jounce/modules/decompose/check_input.hpp>
#include <jounce/modules/decompose/choose_bones.hpp>
#include <jounce/modules/decompose/find_cores.hpp>
#include <jounce/modules/decompose/finish.hpp>
#include <jounce/modules/decompose/measure_error.hpp>

#include <algorithm>

namespace jounce::decompose {
namespace {

error cancelled() { return {errors::cancelled, "the decomposition was cancelled"}; }

/// How many bones to begin with, before the least needed ones are eliminated.
std::size_t least_pool(const found_cores& found, const decompose_options& options) {
    if (options.literal) {
        return 0;
    }
    if (options.error > 0 && options.bones == 0) {
        return std::max<std::size_t>(found.cores.size(),
                                     64); // some are needed to come near any error
    }
    return std::max<std::size_t>(options.bones, 1);
}

/// Finds bones of the wanted number or error, with weights.
std::optional<chosen_bones> choose(const working_poses& poses, const fitted_bones& pool,
                                   std::size_t wanted, const decompose_options& options) {
    const work::work_step step = {"eliminating bones", 0.5, 0.95};
    if (!options.literal && options.bones == 0 && options.error > 0) {
        const double share = options.error / 100;
        return choose_by_error(poses, pool, share * share * motion_of(poses), options, step);
    }
    const std::size_t asked = options.bones > 0 ? options.bones : std::max<std::size_t>(wanted, 1);
    return choose_by_count(poses, pool, options.literal ? pool.count() : asked, options, step);
}

} // namespace

result<decomposition> decompose(const mesh_animation& from, const decompose_options& options) {
    if (const result<void> good = check_input(from, options); !good) {
        return good.error();
    }
    finishing out(from, options);
    const working_poses poses = make_working_poses(from, options.literal);
    const bool needs_all = options.literal || options.merge <= 0;
    const std::optional<rotation_sequences> rotations =
        find_rotations(poses, needs_all ? poses.frame_count() : frames_to_shift, options.work,
                       {"finding rotations", 0, 0.05});
    if (!rotations) {
        return cancelled();
    }
    if (rotations->triangles.empty()) {
        return error{errors::no_triangles,
                     "every triangle is degenerate, at rest or in some frame; bones are found from "
                     "how triangles turn"};
    }
    out.stage_ends("rotations");
    std::optional<found_cores> found =
        find_cores(poses, *rotations, options, {"finding near-rigid parts", 0.05, 0.45});
    if (!found) {
        return cancelled();
    }
    out.stage_ends("mean_shift");
    const std::size_t least = least_pool(*found, options);
    if (found->cores.size() < least && !add_cores(poses, *rotations, least, found->cores,
                                                  options.work, {"adding bones", 0.45, 0.46})) {
        return cancelled();
    }
    if (found->cores.empty()) {
        return error{errors::no_bones,
                     "no 40 of the triangles turn alike, which the paper asks for; "
                     "decompose without literal"};
    }
    const std::optional<fitted_bones> pool =
        fit_bones(poses, *rotations, found->cores, options.work, {"fitting bones", 0.46, 0.5});
    if (!pool) {
        return cancelled();
    }
    out.stage_ends("fit");
    std::optional<chosen_bones> chosen = choose(poses, *pool, found->wanted, options);
    if (!chosen) {
        return cancelled();
    }
    out.stage_ends("weights");
    out.near_rigid(found->near_rigid, pool->count());
    return out.finish(poses, *chosen);
}

result<decomposition> decompose_with_bones(const mesh_animation& from,
                                           std::span<const affine<double>> bones,
                                           std::size_t bone_count,
                                           const decompose_options& options) {
    if (const result<void> good = check_input(from, options); !good) {
        return good.error();
    }
    if (const result<void> good = check_bones(from, bones, bone_count); !good) {
        return good.error();
    }
    finishing out(from, options);
    const working_poses poses = make_working_poses(from, options.literal);
    chosen_bones chosen;
    chosen.skin.bones = take_bones(poses, bones, bone_count);
    const weight_rule rule = rule_of(options);
    std::optional<vertex_weights> weights = solve_weights(
        poses, chosen.skin.bones, options.influences, rule, options.work, {"weights", 0, 0.4});
    if (!weights) {
        return cancelled();
    }
    chosen.skin.weights = *std::move(weights);
    if (!options.literal && options.refits > 0 && rule.solver == weight_solver::nnls &&
        !improve_weights(poses, chosen.skin.bones, rule, chosen.skin.weights, options.work,
                         {"weights", 0.4, 0.95})) {
        return cancelled();
    }
    out.stage_ends("weights");
    chosen.centres = weighted_centres(poses, chosen.skin.weights, bone_count);
    return out.finish(poses, chosen);
}

} // namespace jounce::decompose

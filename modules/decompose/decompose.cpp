#include <jounce/modules/decompose/decompose.hpp>

#include <jounce/modules/decompose/check_input.hpp>
#include <jounce/modules/decompose/choose_bones.hpp>
#include <jounce/modules/decompose/count_bones.hpp>
#include <jounce/modules/decompose/find_cores.hpp>
#include <jounce/modules/decompose/finish.hpp>
#include <jounce/modules/decompose/measure_error.hpp>

#include <algorithm>

namespace jounce::decompose {
namespace {

error cancelled() { return {errors::cancelled, "the decomposition was cancelled"}; }

/// The method after rotations, step by step.
class bone_search {
public:
    bone_search(const working_poses& poses, const rotation_sequences& rotations,
                const decompose_options& options, found_cores& found)
        : poses_(poses), rotations_(rotations), options_(options), found_(found) {}

    std::size_t pool_size() const { return pool_.count(); }

    /// Fits a bone to every core, after there are as many as are needed to begin with. False: cancelled.
    bool fit(std::size_t least, const work::work_step& step) {
        const double middle = step.from + 0.2 * (step.to - step.from);
        if (found_.cores.size() < least &&
            !add_cores(poses_, rotations_, least, found_.cores, options_.work,
                       {"adding bones", step.from, middle})) {
            return false;
        }
        std::optional<fitted_bones> pool = fit_bones(
            poses_, rotations_, found_.cores, options_.work, {"fitting bones", middle, step.to});
        if (!pool) {
            return false;
        }
        pool_ = *std::move(pool);
        return true;
    }

    /// Finds bones of the wanted number or error, with weights. Nothing: cancelled.
    std::optional<chosen_bones> choose() {
        const work::work_step step = {"eliminating bones", 0.5, 0.95};
        if (options_.literal || options_.bones > 0) {
            return choose_by_count(poses_, pool_, options_.literal ? pool_.count() : options_.bones,
                                   options_, step);
        }
        if (options_.error > 0) {
            const double share = options_.error / 100;
            return choose_by_error(poses_, pool_, share * share * motion_of(poses_), options_,
                                   step);
        }
        return choose_unasked();
    }

private:
    /// As many bones as the motion needs. If near-rigid parts are too few for it, more are made.
    std::optional<chosen_bones> choose_unasked() {
        std::optional<counted_bones> counted =
            count_bones(poses_, pool_, found_.wanted, options_, {"eliminating bones", 0.5, 0.6});
        const std::size_t most = most_bones_unasked(poses_, found_.wanted);
        if (counted && !counted->is_enough && found_.cores.size() < most) {
            if (!fit(most, {"adding bones", 0.6, 0.62})) {
                return std::nullopt;
            }
            counted = count_bones(poses_, pool_, found_.wanted, options_,
                                  {"eliminating bones", 0.62, 0.7});
        }
        return counted ? choose_left(poses_, pool_, counted->removed, counted->count, options_,
                                     {"weights", 0.7, 0.95})
                       : std::nullopt;
    }

    const working_poses& poses_;
    const rotation_sequences& rotations_;
    const decompose_options& options_;
    found_cores& found_;
    fitted_bones pool_;
};

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

} // namespace

result<decomposition> decompose(const mesh_animation& from, const decompose_options& options) {
    if (const result<void> good = check_input(from, options); !good) {
        return good.error();
    }
    finishing out(from, options);
    const working_poses poses = make_working_poses(from, options.literal);
    const std::optional<rotation_sequences> rotations =
        find_rotations(poses, frames_to_shift(poses.triangles.size(), poses.frame_count(), options),
                       options.work, {"finding rotations", 0, 0.05});
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
    bone_search search(poses, *rotations, options, *found);
    if (!search.fit(least_pool(*found, options), {"fitting bones", 0.45, 0.5})) {
        return cancelled();
    }
    if (search.pool_size() == 0) {
        return error{errors::no_bones,
                     "no 40 of the triangles turn alike, which the paper asks for; "
                     "decompose without literal"};
    }
    out.stage_ends("fit");
    const std::optional<chosen_bones> chosen = search.choose();
    if (!chosen) {
        return cancelled();
    }
    out.stage_ends("weights");
    out.near_rigid(found->near_rigid, search.pool_size());
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

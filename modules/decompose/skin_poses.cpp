#include <jounce/modules/decompose/skin_poses.hpp>

#include <jounce/modules/decompose/refit_bones.hpp>

namespace jounce::decompose {

weight_rule rule_of(const decompose_options& options) {
    // The cut refers to the largest singular value, which grows with the row of the sum.
    return options.literal ? weight_rule{options.weights, 1, 1e-5}
                           : weight_rule{options.weights, 100, 1e-7};
}

std::optional<skinned_poses> skin_poses(const working_poses& poses, const bone_matrices& bones,
                                        const decompose_options& options,
                                        const work::work_step& step) {
    const std::size_t refits = options.literal ? 0 : options.refits;
    const weight_rule rule = rule_of(options);
    weight_rule while_refitting = rule;
    if (refits > 0) { // weights of any sign over-fit: bones that were fitted to them would too
        while_refitting.solver = weight_solver::nnls;
    }
    const double width = (step.to - step.from) / static_cast<double>(3 * refits + 3);
    double done = step.from;
    const auto next = [&](double widths) {
        const double from = done;
        done += widths * width;
        return work::work_step{step.name, from, done};
    };
    std::optional<vertex_weights> weights = solve_weights(
        poses, bones, options.influences, while_refitting, options.work, next(refits > 0 ? 2 : 3));
    if (!weights) {
        return std::nullopt;
    }
    skinned_poses out = {bones, *std::move(weights), {}};
    for (std::size_t i = 0; i < refits; ++i) {
        std::optional<bone_matrices> better =
            refit_bones(poses, out.weights, out.bones, options.kind, options.work, next(1));
        if (!better) {
            return std::nullopt;
        }
        out.bones = *std::move(better);
        const std::optional<double> left =
            improve_weights(poses, out.bones, while_refitting, out.weights, options.work, next(2));
        if (!left) {
            return std::nullopt;
        }
        out.squares_by_refit.push_back(*left);
    }
    if (rule.solver != while_refitting.solver &&
        !solve_again(poses, out.bones, rule, out.weights, options.work, next(1))) {
        return std::nullopt;
    }
    return out;
}

} // namespace jounce::decompose

#include <jounce/modules/decompose/choose_bones.hpp>

#include <jounce/modules/decompose/eliminate_bones.hpp>
#include <jounce/modules/decompose/measure_error.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jounce::decompose {

std::vector<std::size_t> bones_left(std::size_t all, const std::vector<std::size_t>& removed,
                                    std::size_t count) {
    std::vector<std::size_t> left(all);
    std::iota(left.begin(), left.end(), std::size_t(0));
    for (std::size_t i = 0; i + count < all; ++i) {
        std::erase(left, removed[i]);
    }
    return left;
}

std::optional<chosen_bones> choose_left(const working_poses& poses, const fitted_bones& pool,
                                        const std::vector<std::size_t>& removed, std::size_t count,
                                        const decompose_options& options,
                                        const work::work_step& step) {
    const fitted_bones left =
        pool.chosen(bones_left(pool.count(), removed, std::min(count, pool.count())));
    std::optional<skinned_poses> skin =
        skin_poses(poses, left.of(options.kind), options, {"weights", step.from, step.to});
    if (!skin) {
        return std::nullopt;
    }
    return chosen_bones{*std::move(skin), left.centres};
}

std::optional<chosen_bones> choose_by_count(const working_poses& poses, const fitted_bones& pool,
                                            std::size_t count, const decompose_options& options,
                                            const work::work_step& step) {
    const double middle = step.from + 0.15 * (step.to - step.from);
    const std::optional<std::vector<std::size_t>> removed =
        order_of_elimination(poses, pool.of(options.kind), options.influences, count, options.work,
                             {step.name, step.from, middle});
    if (!removed) {
        return std::nullopt;
    }
    return choose_left(poses, pool, *removed, count, options, {"weights", middle, step.to});
}

std::optional<chosen_bones> choose_by_error(const working_poses& poses, const fitted_bones& pool,
                                            double most, const decompose_options& options,
                                            const work::work_step& step) {
    double done = step.from + 0.1 * (step.to - step.from);
    const std::optional<std::vector<std::size_t>> removed =
        order_of_elimination(poses, pool.of(options.kind), options.influences, 1, options.work,
                             {step.name, step.from, done});
    if (!removed) {
        return std::nullopt;
    }
    // More bones leave less, nearly always: halve the range until one count is left.
    const double tries = std::ceil(std::log2(static_cast<double>(pool.count()))) + 1;
    const double width = (step.to - done) / tries;
    std::optional<chosen_bones> best;
    std::size_t enough = pool.count(), too_few = 0;
    for (std::size_t count = enough; too_few + 1 < enough || !best;
         count = (too_few + enough) / 2) {
        const fitted_bones left = pool.chosen(bones_left(pool.count(), *removed, count));
        std::optional<skinned_poses> skin =
            skin_poses(poses, left.of(options.kind), options,
                       {"weights", done, std::min(done + 0.9 * width, step.to)});
        if (!skin) {
            return std::nullopt;
        }
        const std::optional<measured_error> error =
            measure_error(poses, skin->bones, skin->weights, options.work,
                          {"weights", done, std::min(done + width, step.to)});
        if (!error) {
            return std::nullopt;
        }
        done = std::min(done + width, step.to);
        const bool is_enough = error->sum <= most;
        (is_enough ? enough : too_few) = count;
        if (is_enough || !best) {
            best = chosen_bones{*std::move(skin), left.centres};
        }
        if (!is_enough && count == pool.count()) {
            break; // not even all of them
        }
    }
    return best;
}

} // namespace jounce::decompose

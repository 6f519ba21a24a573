#include <jounce/modules/decompose/count_bones.hpp>

#include <jounce/modules/decompose/choose_bones.hpp>
#include <jounce/modules/decompose/eliminate_bones.hpp>
#include <jounce/modules/decompose/measure_error.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::decompose {
namespace {

/// Shares of the motion: this little is nothing, this little is enough.
constexpr double nothing = 1e-4, enough = 0.02;
/// A third of the bones that lowers the error by less does not pay.
constexpr double least_gain = 0.1;
/// Vertices that are looked at.
constexpr std::size_t most_samples = 4000;
constexpr std::size_t fewest_allowed = 8, most_allowed = 128;

/// Every so many vertices, without triangles.
working_poses sample_of(const working_poses& poses) {
    const std::size_t stride = (poses.vertex_count() + most_samples - 1) / most_samples;
    const Eigen::Index count = eigen_index((poses.vertex_count() + stride - 1) / stride);
    working_poses out;
    out.rest.resize(4, count);
    out.moved.resize(poses.moved.rows(), count);
    for (Eigen::Index i = 0; i < count; ++i) {
        out.rest.col(i) = poses.rest.col(i * eigen_index(stride));
        out.moved.col(i) = poses.moved.col(i * eigen_index(stride));
    }
    return out;
}

/// Motion without that of the centroid, by which a walk would hide everything else.
double motion_on_the_spot(const working_poses& poses) {
    working_poses still = poses;
    const Eigen::VectorXd centre = poses.moved.rowwise().mean();
    still.moved.colwise() -= centre;
    return std::max(motion_of(still), 1e-8 * motion_of(poses));
}

/// Errors of a pool by the number of bones that are left.
class left_bones {
public:
    left_bones(const working_poses& sample, const fitted_bones& pool,
               const std::vector<std::size_t>& removed, const decompose_options& options,
               const work::work_step& step)
        : sample_(sample), pool_(pool), removed_(removed), options_(options), step_(step),
          motion_(motion_on_the_spot(sample)) {}

    /// Share of the motion; nothing if it was cancelled.
    std::optional<double> error(std::size_t count) {
        // How often it is asked is not known before: every time takes a tenth of what is left.
        const double from = step_.from;
        step_.from += 0.1 * (step_.to - step_.from);
        const fitted_bones left = pool_.chosen(bones_left(pool_.count(), removed_, count));
        const std::optional<skinned_poses> skin =
            skin_poses(sample_, left.of(options_.kind), options_, {step_.name, from, step_.from});
        if (!skin) {
            return std::nullopt;
        }
        const std::optional<measured_error> measured =
            measure_error(sample_, skin->bones, skin->weights, options_.work,
                          {step_.name, step_.from, step_.from});
        return measured ? std::optional(std::sqrt(measured->sum / motion_)) : std::nullopt;
    }

    /// The fewest bones above `too_few` that leave at most `share`, if `most` do. Nothing if it was cancelled.
    std::optional<std::size_t> fewest(std::size_t too_few, std::size_t most, double share) {
        while (too_few + 1 < most) { // more bones leave less, nearly always
            const std::size_t middle = (too_few + most) / 2;
            const std::optional<double> left = error(middle);
            if (!left) {
                return std::nullopt;
            }
            (*left <= share ? most : too_few) = middle;
        }
        return most;
    }

private:
    const working_poses& sample_;
    const fitted_bones& pool_;
    const std::vector<std::size_t>& removed_;
    const decompose_options& options_;
    work::work_step step_;
    double motion_;
};

/// Takes thirds away as long as that hardly hurts. Nothing if it was cancelled.
std::optional<std::size_t> leave_out(left_bones& bones, std::size_t least, std::size_t count,
                                     double error) {
    while (count > least) {
        const std::size_t fewer = std::max(least, count * 2 / 3);
        const std::optional<double> left = bones.error(fewer);
        if (!left) {
            return std::nullopt;
        }
        if (*left > error * (1 + least_gain)) {
            break;
        }
        count = fewer;
        error = *left;
    }
    return count;
}

} // namespace

std::size_t most_bones_unasked(const working_poses& poses, std::size_t by_rule) {
    // A bone is twelve numbers per frame, a vertex three.
    return std::max(by_rule, std::clamp(poses.vertex_count() / 4, fewest_allowed, most_allowed));
}

std::optional<counted_bones> count_bones(const working_poses& poses, const fitted_bones& pool,
                                         std::size_t by_rule, const decompose_options& options,
                                         const work::work_step& step) {
    const double middle = step.from + 0.2 * (step.to - step.from);
    std::optional<std::vector<std::size_t>> removed =
        order_of_elimination(poses, pool.of(options.kind), options.influences, 1, options.work,
                             {step.name, step.from, middle});
    if (!removed) {
        return std::nullopt;
    }
    const std::size_t most = std::min(pool.count(), most_bones_unasked(poses, by_rule));
    const std::size_t least = std::clamp<std::size_t>(by_rule, 1, most);
    const working_poses sample = sample_of(poses);
    left_bones bones(sample, pool, *removed, options, {step.name, middle, step.to});
    const auto found = [&](std::optional<std::size_t> count,
                           bool is_enough) -> std::optional<counted_bones> {
        if (!count) {
            return std::nullopt;
        }
        return counted_bones{*std::move(removed), *count, is_enough};
    };
    // A bone moves any four vertices exactly. It has found something if it moves eight.
    const std::size_t few = std::min(most, std::max(least, poses.vertex_count() / 8));
    const std::optional<double> of_few = bones.error(few);
    if (!of_few || *of_few <= nothing) {
        return of_few ? found(bones.fewest(0, few, nothing), true) : std::nullopt;
    }
    const std::optional<double> of_least = least < few ? bones.error(least) : of_few;
    if (!of_least || *of_least <= enough) {
        return of_least ? found(least, true) : std::nullopt;
    }
    const std::optional<double> of_all = few < most ? bones.error(most) : of_few;
    if (!of_all || *of_all <= enough) {
        return of_all ? found(bones.fewest(least, most, enough), true) : std::nullopt;
    }
    return found(leave_out(bones, least, most, *of_all), false);
}

} // namespace jounce::decompose

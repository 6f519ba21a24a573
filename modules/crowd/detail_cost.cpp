#include <jounce/modules/crowd/detail_cost.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/solver.hpp>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double memory = 0.95;      ///< weight of a frame one frame later
constexpr double widest_noise = 1.6; ///< a frame beyond the median by more than this is an accident
/// If most of the last frames differ from what was learned by more, the machine has become another:
/// waiting for the average would take too long.
constexpr double contradiction = 1.45;

/// How much the two costs are held together: frames that are all alike cannot tell them apart.
constexpr double likeness = 0.02;
/// Neither part is ever believed to cost less than this share of the other.
constexpr double least_share = 0.05;

} // namespace

std::size_t springs_of_work(const block& home) {
    const std::size_t handles = home.kind->tissue != nullptr
                                    ? static_cast<std::size_t>(home.kind->tissue->handle_count)
                                    : 0;
    return home.solver->springs(*home.kind) + (handles + 1) / 2;
}

double detail_cost::median_ratio() const {
    auto sorted = ratios_;
    const auto middle = sorted.begin() + sorted.size() / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

void detail_cost::rescale(double by) {
    for (double* cost : {&fixed_, &springs_, &um_, &wm_}) {
        *cost *= by;
    }
    for (double& ratio : ratios_) {
        ratio /= by;
    }
}

void detail_cost::solve() {
    const double hold = likeness * weight_;
    const double a = uu_ + hold;
    const double b = uw_ - hold;
    const double d = ww_ + hold;
    const double determinant = a * d - b * b;
    if (!(determinant > 0)) {
        return;
    }
    double fixed = (d * um_ - b * wm_) / determinant;
    double springs = (a * wm_ - b * um_) / determinant;
    const double least = least_share * std::max(fixed, springs);
    fixed = std::max(fixed, least);
    springs = std::max(springs, least);
    if (std::isfinite(fixed) && std::isfinite(springs) && fixed > 0 && springs > 0) {
        fixed_ = fixed;
        springs_ = springs;
    }
}

void detail_cost::learn(const detail_work& work, double milliseconds) {
    const double total = work.fixed + work.springs;
    if (!(total > 0) || !(milliseconds > 0) || !std::isfinite(milliseconds)) {
        return;
    }
    if (frames_ == 0) {
        fixed_ = springs_ = milliseconds / total;
        ratios_.fill(1);
    }
    ratios_[next_ratio_] = milliseconds / of(work);
    next_ratio_ = (next_ratio_ + 1) % ratios_.size();
    double median = median_ratio();
    if (median > contradiction || median < 1 / contradiction) {
        rescale(median);
        median = 1;
    }
    const double expected = of(work);
    const double ratio =
        std::clamp(milliseconds / expected, median / widest_noise, median * widest_noise);
    const double m = ratio * expected / total;
    const double u = work.fixed / total;
    const double w = work.springs / total;
    for (double* sum : {&weight_, &uu_, &uw_, &ww_, &um_, &wm_}) {
        *sum *= memory;
    }
    weight_ += 1;
    uu_ += u * u;
    uw_ += u * w;
    ww_ += w * w;
    um_ += u * m;
    wm_ += w * m;
    ++frames_;
    solve();
}

} // namespace jounce

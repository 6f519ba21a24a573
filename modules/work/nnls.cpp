#include <jounce/modules/work/nnls.hpp>

#include <algorithm>
#include <cmath>

namespace jounce::work {
namespace {

/// A pivot below this share of its diagonal: the column depends on those before it.
constexpr double least_pivot = 1e-13;
/// Slopes below this share of the right side are zero.
constexpr double least_slope = 1e-12;

} // namespace

bool nnls_solver::solve_used(std::span<const double> gram, std::span<const double> right) {
    const std::size_t n = right.size(), k = used_.size();
    std::size_t known = 0;
    while (known < factored_.size() && known < k && factored_[known] == used_[known]) {
        ++known;
    }
    factored_.assign(used_.begin(), used_.begin() + static_cast<std::ptrdiff_t>(known));
    if (lower_.size() < n * n) {
        lower_.resize(n * n);
    }
    solved_.resize(k);
    for (std::size_t i = known; i < k; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = gram[used_[i] * n + used_[j]];
            for (std::size_t m = 0; m < j; ++m) {
                sum -= lower_[i * n + m] * lower_[j * n + m];
            }
            if (j < i) {
                lower_[i * n + j] = sum / lower_[j * n + j];
            } else if (!(sum > least_pivot * gram[used_[i] * n + used_[i]])) {
                return false;
            } else {
                lower_[i * n + i] = std::sqrt(sum);
            }
        }
        factored_.push_back(used_[i]);
    }
    for (std::size_t i = 0; i < k; ++i) {
        double sum = right[used_[i]];
        for (std::size_t m = 0; m < i; ++m) {
            sum -= lower_[i * n + m] * solved_[m];
        }
        solved_[i] = sum / lower_[i * n + i];
    }
    for (std::size_t i = k; i-- > 0;) {
        double sum = solved_[i];
        for (std::size_t m = i + 1; m < k; ++m) {
            sum -= lower_[m * n + i] * solved_[m];
        }
        solved_[i] = sum / lower_[i * n + i];
    }
    return true;
}

void nnls_solver::try_all(std::span<const double> gram, std::span<const double> right,
                          std::span<double> out) {
    const std::size_t n = right.size();
    double best = 0;
    // All unknowns first: where none of them is negative, that is the answer.
    for (std::size_t set = (std::size_t(1) << n) - 1; set > 0; --set) {
        used_.clear();
        for (std::size_t i = 0; i < n; ++i) {
            if ((set >> i & 1U) != 0) {
                used_.push_back(i);
            }
        }
        if (!solve_used(gram, right) ||
            std::any_of(solved_.begin(), solved_.end(), [](double x) { return x < 0; })) {
            continue;
        }
        double gain = 0;
        for (std::size_t i = 0; i < used_.size(); ++i) {
            gain += solved_[i] * right[used_[i]];
        }
        if (gain > best) {
            best = gain;
            std::fill(out.begin(), out.end(), 0.0);
            for (std::size_t i = 0; i < used_.size(); ++i) {
                out[used_[i]] = solved_[i];
            }
        }
        if (used_.size() == n) {
            return;
        }
    }
}

void nnls_solver::grow(std::span<const double> gram, std::span<const double> right,
                       std::span<double> out) {
    const std::size_t n = right.size();
    const double scale = std::abs(*std::max_element(
        right.begin(), right.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    used_.clear();
    slope_.assign(right.begin(), right.end());
    excluded_.assign(n, 0);
    for (std::size_t step = 0; step < 3 * n; ++step) {
        std::size_t steepest = n;
        for (std::size_t i = 0; i < n; ++i) {
            if (excluded_[i] == 0 && slope_[i] > least_slope * scale &&
                (steepest == n || slope_[i] > slope_[steepest])) {
                steepest = i;
            }
        }
        if (steepest == n) {
            return;
        }
        excluded_[steepest] = 1;
        used_.push_back(steepest);
        if (!solve_used(gram, right)) {
            used_.pop_back();
            continue;
        }
        // Go towards the solution as far as nothing becomes negative, and let go of what became zero.
        while (std::any_of(solved_.begin(), solved_.end(), [](double x) { return !(x > 0); })) {
            double share = 1;
            for (std::size_t i = 0; i < used_.size(); ++i) {
                const double from = out[used_[i]];
                if (!(solved_[i] > 0)) {
                    share = std::min(share, from / (from - solved_[i]));
                }
            }
            share = std::isfinite(share) ? share : 0;
            std::vector<std::size_t> kept;
            for (std::size_t i = 0; i < used_.size(); ++i) {
                double& x = out[used_[i]];
                const bool falls = !(solved_[i] > 0);
                const double reached = x + share * (solved_[i] - x);
                const bool is_gone = falls && !(reached > 1e-14 * x);
                x = is_gone ? 0 : reached;
                if (!is_gone) {
                    kept.push_back(used_[i]);
                }
            }
            if (kept.size() == used_.size()) { // rounding: nothing reached zero exactly
                const auto lowest =
                    std::min_element(kept.begin(), kept.end(),
                                     [&](std::size_t a, std::size_t b) { return out[a] < out[b]; });
                out[*lowest] = 0;
                kept.erase(lowest);
            }
            used_ = std::move(kept);
            if (used_.empty() || !solve_used(gram, right)) {
                solved_.assign(used_.size(), 0);
                break;
            }
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            out[used_[i]] = solved_[i];
        }
        for (std::size_t i = 0; i < n; ++i) {
            slope_[i] = right[i];
            for (const std::size_t j : used_) {
                slope_[i] -= gram[i * n + j] * out[j];
            }
            excluded_[i] = 0;
        }
        for (const std::size_t j : used_) {
            excluded_[j] = 1;
        }
    }
}

void nnls_solver::solve(std::span<const double> gram, std::span<const double> right,
                        std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    factored_.clear();
    if (right.size() <= 4) {
        try_all(gram, right, out);
    } else {
        grow(gram, right, out);
    }
}

} // namespace jounce::work

#include <jounce/modules/decompose/sequence_table.hpp>

#include <Eigen/Core>

#include <algorithm>

namespace jounce::decompose {
namespace {

/// Numbers that are compared at once; rows are padded to a multiple.
constexpr std::size_t chunk = 16;
/// Frames whose numbers are summed.
constexpr std::size_t run = 8;

constexpr std::size_t padded(std::size_t numbers) { return (numbers + chunk - 1) / chunk * chunk; }
constexpr std::size_t runs_of(std::size_t frames) { return (frames + run - 1) / run; }

} // namespace

sequence_table::sequence_table(std::size_t count, std::size_t frames)
    : count_(count), frames_(frames), width_(padded(9 * frames)),
      sum_width_(padded(9 * runs_of(frames))), fine_(count * width_, 0.0F),
      coarse_(count * sum_width_, 0.0F) {}

void sequence_table::sum_up(std::size_t at) {
    const std::span<const float> from = row(at);
    float* to = coarse_.data() + at * sum_width_;
    for (std::size_t k = 0; k < 9; ++k) {
        for (std::size_t begin = 0; begin < frames_; begin += run) {
            double sum = 0;
            for (std::size_t t = begin; t < std::min(begin + run, frames_); ++t) {
                sum += static_cast<double>(from[k * frames_ + t]);
            }
            *to++ = static_cast<float>(sum);
        }
    }
}

void sequence_table::add(std::span<const float> row) {
    fine_.insert(fine_.end(), row.begin(), row.end());
    coarse_.resize(coarse_.size() + sum_width_, 0.0F);
    sum_up(count_++);
}

std::size_t sequence_table::bytes(std::size_t count, std::size_t frames) {
    return count * sizeof(float) * (padded(9 * frames) + padded(9 * runs_of(frames)));
}

float distance_within(std::span<const float> a, std::span<const float> b, float limit) {
    using numbers = Eigen::Map<const Eigen::Array<float, chunk, 1>>;
    Eigen::Array<float, chunk, 1> sums = Eigen::Array<float, chunk, 1>::Zero();
    float sum = 0;
    for (std::size_t i = 0; i < a.size() && sum <= limit;) {
        // To add up the sums takes as long as two chunks: not after each of them.
        for (const std::size_t end = std::min(i + 3 * chunk, a.size()); i < end; i += chunk) {
            sums += (numbers(a.data() + i) - numbers(b.data() + i)).abs();
        }
        sum = sums.sum();
    }
    return sum;
}

float distance_within(const sequence_table& a, std::size_t i, const sequence_table& b,
                      std::size_t j, float limit) {
    // Sums are rounded: a bound that is a hair above the limit decides nothing.
    const float bound = distance_within(a.sums(i), b.sums(j), limit * 1.0001F);
    return bound > limit * 1.0001F ? bound : distance_within(a.row(i), b.row(j), limit);
}

} // namespace jounce::decompose

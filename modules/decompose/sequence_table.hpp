#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::decompose {

/// Points of 9 S numbers: number k of frame t is at k S + t. Beside each point are sums of its numbers over runs of
/// frames. The L1 distance of the sums is never larger than that of the points, and for motions, which are smooth,
/// hardly smaller: most distances that are too large are seen there.
class sequence_table {
public:
    sequence_table() = default;
    sequence_table(std::size_t count, std::size_t frames);

    std::size_t count() const { return count_; }
    std::size_t frames() const { return frames_; }
    /// Numbers of a row, with zeros at the end.
    std::size_t width() const { return width_; }
    std::span<float> row(std::size_t at) { return {fine_.data() + at * width_, width_}; }
    std::span<const float> row(std::size_t at) const {
        return {fine_.data() + at * width_, width_};
    }
    std::span<const float> sums(std::size_t at) const {
        return {coarse_.data() + at * sum_width_, sum_width_};
    }
    /// Makes the sums of a row that was written.
    void sum_up(std::size_t at);
    /// Appends a copy of a row of a table for as many frames.
    void add(std::span<const float> row);

    /// Bytes of a table.
    static std::size_t bytes(std::size_t count, std::size_t frames);

private:
    std::size_t count_ = 0, frames_ = 0, width_ = 0, sum_width_ = 0;
    std::vector<float> fine_, coarse_;
};

/// L1 distance, or something larger than `limit` as soon as it is known to be larger. Both have the same length, a
/// multiple of 16.
float distance_within(std::span<const float> a, std::span<const float> b, float limit);

/// L1 distance of two rows, or something larger than `limit`.
float distance_within(const sequence_table& a, std::size_t i, const sequence_table& b,
                      std::size_t j, float limit);

} // namespace jounce::decompose

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

/// What one system cost over the frames that were recorded. Times are summed over workers, so
/// `ns_per_element` does not depend on how many there were.
struct system_cost {
    std::string name;
    std::string element;        ///< what is counted: bones, springs, joints
    std::uint64_t elements = 0; ///< per frame, in the last one
    double min_ms = 0;          ///< per frame
    double mean_ms = 0;
    double p99_ms = 0;
    double ns_per_element = 0; ///< mean
    double share = 0;          ///< of all systems, 0..1
};

/// Collects times per system and frame in a window of the latest frames. Recording allocates nothing.
class system_stats {
public:
    struct description {
        std::string_view name;
        std::string_view element;
    };

    explicit system_stats(std::span<const description> systems, std::size_t window = 1024);

    /// One frame: time by the clock on the wall, and per system the time of all workers and the
    /// elements worked on.
    void record(std::uint64_t wall_ns, std::span<const std::uint64_t> system_ns,
                std::span<const std::uint64_t> elements) noexcept;
    void reset() noexcept;

    std::uint64_t frames() const { return frames_; } ///< recorded since the last reset
    double wall_ms_mean() const;
    double wall_ms_min() const;
    std::vector<system_cost> costs() const;

private:
    struct series {
        std::string name;
        std::string element;
        std::vector<std::uint64_t> ns; ///< ring of `window` frames
        std::uint64_t elements = 0;
    };
    std::size_t kept() const;

    std::vector<series> systems_;
    std::vector<std::uint64_t> wall_ns_;
    std::uint64_t frames_ = 0;
};

} // namespace jounce

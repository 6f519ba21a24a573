#pragma once

#include <jounce/modules/profiling/frame_counters.hpp>
#include <jounce/modules/result/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

/// A row of the table of costs.
enum class system_id : std::uint16_t {};

/// What one system cost over the frames that were recorded. Times are summed over workers, so
/// `ns_per_element` does not depend on how many there were.
struct system_cost {
    std::string name;
    std::string element;        ///< what is counted: bones, springs, joints
    std::uint64_t elements = 0; ///< per frame, in the last one
    double min_ms = 0;          ///< per frame
    double mean_ms = 0;
    double p50_ms = 0;
    double p99_ms = 0;
    double ns_per_element = 0; ///< over all frames
    double share = 0;          ///< of all systems, 0..1
};

/// Times of one system or of whole frames, the oldest first. A view: good until the next frame.
class cost_history {
public:
    /// A view of a ring of nanoseconds into which so many frames were written.
    cost_history(std::span<const std::uint64_t> ring, std::uint64_t frames)
        : ring_(ring), frames_(frames) {}

    /// Frames there are, at most those of the window.
    std::size_t size() const {
        return frames_ < ring_.size() ? static_cast<std::size_t>(frames_) : ring_.size();
    }
    /// Milliseconds of one frame; 0 is the oldest.
    double ms(std::size_t index) const {
        return 1e-6 * static_cast<double>(ring_[(frames_ - size() + index) % ring_.size()]);
    }

private:
    std::span<const std::uint64_t> ring_;
    std::uint64_t frames_;
};

/// Collects times per system and frame in a window of the latest frames, in memory that does not grow.
/// Recording allocates nothing and takes no lock.
///
/// A frame's row is open from `begin_frame` until the next one: the time of systems of the host
/// after `end_frame`, for example an upload, still belongs to it. `add` may be called from any
/// thread; all else only while no thread adds.
class system_stats {
public:
    /// Rows that a table can have.
    static constexpr std::size_t max_systems = 64;
    static constexpr std::size_t default_window = 256;

    /// A row of the table: the system's name and what it counts ("bones").
    struct description {
        std::string_view name;
        std::string_view element;
    };

    /// @pre at most `max_systems`
    explicit system_stats(std::span<const description> systems,
                          std::size_t window = default_window);

    /// A row for a system of the host's, or the one that already has this name. Allocates.
    /// Errors: `bad_name`, `too_many_systems`.
    result<system_id> register_system(std::string_view name, std::string_view element = "");
    /// The row of that name, if there is one.
    std::optional<system_id> find(std::string_view name) const;

    /// Opens the row of a new frame.
    void begin_frame() noexcept;
    /// Time by the clock on the wall.
    void end_frame(std::uint64_t wall_ns, const frame_counters& counters) noexcept;
    /// Nothing is computed until the next `begin_frame`: times added meanwhile belong to no frame.
    void hold_frame() noexcept;
    /// Time that a system took and elements that it worked on, in the open frame.
    void add(system_id system, std::uint64_t ns, std::uint64_t elements) noexcept;
    /// Forgets all times; rows stay.
    void reset() noexcept;

    std::uint64_t frames() const { return frames_; } ///< recorded since the last reset
    /// Frames that are kept.
    std::size_t window() const { return wall_ns_.size(); }
    /// Rows, those of the host's systems included.
    std::size_t system_count() const { return systems_.size(); }
    /// As it was registered.
    std::string_view name_of(system_id system) const { return row(system).name; }

    /// Mean of the frames in the window, wall-clock time, milliseconds.
    double wall_ms_mean() const;
    /// The shortest of these.
    double wall_ms_min() const;
    /// All systems in the order of their rows. Allocates: for reports, not for every frame.
    std::vector<system_cost> costs() const;
    /// Whole frames in wall-clock time; elements are characters, the share is 1.
    system_cost frame_cost() const;

    /// Times of one system, summed over workers.
    cost_history history(system_id system) const { return {row(system).ns, frames_}; }
    /// Times of whole frames, wall-clock time.
    cost_history frame_history() const { return {wall_ns_, frames_}; }
    const frame_counters& counters() const { return counters_; } ///< of the last frame

private:
    struct series {
        std::string name;
        std::string element;
        std::vector<std::uint64_t> ns; ///< ring of `window` frames
        std::vector<std::uint64_t> elements;
    };
    static constexpr std::int64_t none_open = -1;

    const series& row(system_id system) const;
    std::size_t kept() const;
    system_cost summary(const series& of) const;

    std::vector<series> systems_; ///< never moves: room for all is made at first
    std::vector<std::uint64_t> wall_ns_;
    std::vector<std::uint64_t> characters_;
    frame_counters counters_;
    std::uint64_t frames_ = 0;
    std::atomic<std::int64_t> open_{none_open}; ///< place in the rings
};

} // namespace jounce

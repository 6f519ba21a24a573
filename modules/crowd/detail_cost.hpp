#pragma once

#include <jounce/components/block/character.hpp>

#include <array>
#include <cstddef>

namespace jounce {

/// The work of a frame, in milliseconds of an arbitrary machine. The cost of the two parts on this
/// machine is learned.
struct detail_work {
    double fixed = 0;   ///< at every level: all bones
    double springs = 0; ///< ticks and what shows them

    static constexpr double per_bone = 60e-6;  ///< ms
    static constexpr double per_tick = 100e-6; ///< of one spring
    static constexpr double shown_ticks = 0.6; ///< to show a spring, in ticks
};

/// What a tick of a character costs, in springs. A handle of flesh counts as half a spring.
std::size_t springs_of_work(const block& home);

/// Learns from measured frames what the two parts cost on this machine. Least squares over the last
/// frames, with less weight for older ones and for outliers.
class detail_cost {
public:
    /// Adds a frame: its work and its time.
    void learn(const detail_work& work, double milliseconds);

    /// Whether enough frames were seen for `of` to be more than a guess.
    bool is_known() const { return frames_ >= least_frames; }
    /// Predicted time of such a frame, milliseconds.
    double of(const detail_work& work) const {
        return fixed_ * work.fixed + springs_ * work.springs;
    }
    /// Measured milliseconds per assumed one, of springs.
    double per_spring_work() const { return springs_; }
    /// The same for what is done at every level.
    double per_fixed_work() const { return fixed_; }

private:
    static constexpr int least_frames = 3;

    double median_ratio() const;
    void rescale(double by);
    void solve();

    double fixed_ = 1; ///< measured over assumed milliseconds
    double springs_ = 1;
    int frames_ = 0;
    double weight_ = 0; ///< sums over past frames, of shares u (fixed), w = 1 - u and measurement m
    double uu_ = 0, uw_ = 0, ww_ = 0, um_ = 0, wm_ = 0;
    std::array<double, 9> ratios_{}; ///< measured over predicted, of the last frames
    std::size_t next_ratio_ = 0;
};

} // namespace jounce

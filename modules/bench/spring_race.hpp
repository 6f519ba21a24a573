#pragma once

#include <jounce/components/block_data.hpp>
#include <jounce/components/clocks.hpp>
#include <jounce/modules/bench/baseline.hpp>
#include <jounce/modules/bench/bench_run.hpp>
#include <jounce/modules/bench/stable_baseline.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/systems/tick.hpp>
#include <jounce/systems/tick_range.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace jounce::bench {

/// Which tick of which frame comes next, at 60 frames per second.
class tick_sequence {
public:
    explicit tick_sequence(double tick_seconds) : tick_seconds_(tick_seconds) {}

    /// Goes to the next tick. Where a frame ends on the way `finish` is called, where the next one
    /// begins `begin` is.
    void next(const std::function<void()>& finish, const std::function<void()>& begin);

    const frame_clock& clock() const { return clock_; }
    const tick_place<float>& at() const { return at_; }
    /// For `finish`.
    float share_done() const { return at_.share_before; }
    bool had_ticks() const { return range_.first <= range_.last; }

private:
    double tick_seconds_;
    frame_clock clock_ = {0, 0, 2}; // motion has faded in
    tick_range range_;
    std::int64_t tick_ = 0;
    tick_place<float> at_;
    bool is_first_frame_ = true;
};

/// A crowd for a race over springs, in blocks and the ordinary way, without a registry.
class race_crowd {
public:
    race_crowd(procedural::model of, std::size_t blocks);

    std::size_t bones() const; ///< of all characters
    std::size_t springs() const;
    const std::vector<block_data>& blocks() const { return blocks_; }
    const std::vector<baseline_character>& poses() const { return poses_; }
    const std::vector<stable_baseline>& ordinary() const { return ordinary_; }

    // Reference solver: a step of everyone after a frame's fk.
    void pose_blocks(double time);
    void pose_ordinary(double time);
    void step_blocks();
    void step_ordinary();

    // Stable solver: a tick of everyone after what it needs.
    void prepare_tick_of_blocks();
    void prepare_tick_of_ordinary();
    void tick_blocks();
    void tick_ordinary();

    /// From springs to the transforms of bones: rst, or deflect under the stable solver.
    void turn_blocks();
    void turn_ordinary();

private:
    stable_view<float> view(block_data& of) const;

    procedural::model of_;
    std::vector<block_data> blocks_;
    std::vector<baseline_character> poses_; ///< [character]
    std::vector<stable_baseline> ordinary_; ///< [character], stable solver only
    tick_sequence block_ticks_;
    tick_sequence ordinary_ticks_;
};

/// Springs of both solvers beside the ordinary way, whatever solver the scene has: `spring_step`,
/// integrate and project of the reference solver, and `rst` after it; `spring_tick`, a tick of the
/// stable solver, and `deflect` after it; `spring_tick_4_colliders`, a tick with four colliders per
/// character, where there is room for so many. For characters of as many bones and springs as the
/// scene's, and as many of them, up to 4096 and to 128 MiB.
std::vector<kernel_cost> race_springs(const bench_options& options);

} // namespace jounce::bench

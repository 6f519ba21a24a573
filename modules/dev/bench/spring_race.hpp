#pragma once

#include <jounce/components/assets/strand_set.hpp>
#include <jounce/components/block/block_data.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/stable_baseline.hpp>
#include <jounce/modules/procedural/model.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jounce::bench {

/// CPU time of a crowd in one frame, ns.
struct spring_times {
    double springs = 0; ///< a step of the reference solver, or one tick of the stable one
    double bones = 0;   ///< from springs to the transforms of bones
};

/// A crowd for a race over springs, in blocks and the ordinary way, without a registry. Its frames
/// go as those of a pipeline: a few characters at a time, first their pose and fk, which are not
/// measured, then their springs, then their bones, so that springs find the same data in cache.
class race_crowd {
public:
    /// @param characters  of whom the last block may have less than eight; 0: as many as there is room for
    race_crowd(procedural::model of, std::size_t blocks, std::size_t characters = 0);

    std::size_t bones() const; ///< of all characters
    std::size_t springs() const;
    const std::vector<block_data>& blocks() const { return blocks_; }
    const std::vector<baseline_character>& poses() const { return poses_; }
    const std::vector<stable_baseline>& ordinary() const { return ordinary_; }

    /// A frame of everyone, 1/60 s after the one before.
    spring_times frame_of_blocks();
    spring_times frame_of_ordinary();

private:
    void pose_block(std::size_t index, double time);
    void pose_ordinary(std::size_t index, double time);
    void simulate_block(std::size_t index);
    /// Lanes of a block that have a character.
    std::uint32_t lanes_of(std::size_t index) const {
        const std::size_t left = poses_.size() - index * lane_count;
        return left < lane_count ? (1U << left) - 1U : (1U << lane_count) - 1U;
    }
    void simulate_ordinary(std::size_t index);
    bool is_stable() const { return of_.kind->springs.solver == stable_solver; }
    int ticks_in(const frame_clock& clock) const;
    /// A frame of `count`, blocks or characters, so many at once; each part is called with an index.
    template <class Pose, class Simulate, class Turn>
    spring_times frame_of(frame_clock& clock, std::size_t count, std::size_t at_once, Pose&& pose,
                          Simulate&& simulate, Turn&& turn) const;

    procedural::model of_;
    strand_plans strands_;
    block_arena arena_; ///< in memory the blocks lie as those of a pipeline do
    std::vector<block_data> blocks_;
    std::vector<frame_scratch> scratch_;    ///< of the few blocks under way
    std::vector<baseline_character> poses_; ///< [character]
    std::vector<stable_baseline> ordinary_; ///< [character], stable solver only
    frame_clock block_clock_;
    frame_clock ordinary_clock_;
};

/// Springs of both solvers beside the ordinary way, whatever solver the scene has: `spring_step`,
/// integrate and project of the reference solver, and `reference_pose` after it; `spring_tick`, a tick of the
/// stable solver, and `stable_pose` after it; `spring_tick_4_colliders`, a tick with four colliders per
/// character, where there is room for so many. For characters of as many bones and springs as the
/// scene's, and as many of them, up to 4096 and to 128 MiB; a few are raced as they run, several chains of
/// each at once (docs/adr/0072).
std::vector<kernel_cost> race_springs(const bench_options& options);

} // namespace jounce::bench

#pragma once

#include <jounce/components/block/character.hpp>
#include <jounce/components/block/frame_scratch.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/pipeline/block_follower.hpp>
#include <jounce/modules/pipeline/chunk_meter.hpp>
#include <jounce/modules/pipeline/host_input_watch.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/pipeline/stage_list.hpp>
#include <jounce/modules/pipeline/system_graph.hpp>
#include <jounce/modules/profiling/profiler.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace jounce {

/// Blocks that go through all systems together: enough to amortise the start of a kernel, few
/// enough to stay in the second-level cache.
inline constexpr std::size_t blocks_per_batch = 4;

/// Runs systems over ranges of blocks and measures them. Several threads at a time, each with its
/// own blocks and its own meter.
class block_runner {
public:
    block_runner(entt::registry& registry, stage_list stages, const crowd_index& index,
                 profiler& profile, host_input_watch& watch);

    const stage_list& stages() const { return stages_; }
    /// Between frames: the registry was moved, or has other solvers.
    void follow_registry(entt::registry& now);

    const std::shared_ptr<follower_list>& followers() const { return followers_; }
    void begin_followers();
    void end_followers() { followers_->is_computing = false; }

    /// Before a frame is computed: the data read here does not change until its end.
    void begin_frame();
    bool is_measured() const { return profiling_is_built && is_measured_; }
    bool is_traced() const { return profiling_is_built && is_traced_; }

    /// As many meters as threads, or chunks of schedule by_system.
    void fit_meters(std::size_t count);
    /// Scratch for the blocks that are computed at the same time: a batch per thread, or all.
    /// @param may_stream  whether palettes may go past the caches
    void fit_scratch(schedule order, bool may_stream);

    /// A piece of the blocks through all systems, a few blocks at a time.
    /// @param thread  number that no other thread of this frame has
    /// @param part_end  up to which piece it is likely to go on
    void run_blocks(std::size_t thread, std::size_t piece, std::size_t pieces,
                    std::size_t part_end);

    /// One system over a chunk of the blocks.
    void run_stage(std::size_t stage, std::size_t chunk, std::size_t chunks);

    /// After a frame: adds its times and counts to a table of costs.
    frame_counters add_up(system_stats& to) { return jounce::add_up(meters_, stages_, to); }
    void clear_meters();

private:
    std::uint64_t run_range(std::size_t stage, chunk_meter& to, frame_scratch* scratch,
                            std::size_t first, std::size_t last, std::uint64_t start);
    std::uint64_t look_at(chunk_meter& to, frame_scratch* scratch, std::size_t first,
                          std::size_t last) const;
    void finish(std::size_t first, std::size_t last, frame_scratch* scratch);
    bool is_disturbed() const { return index_.is_disturbed.load(std::memory_order_relaxed); }

    entt::registry* registry_;
    const crowd_index& index_;
    profiler& profile_;
    host_input_watch& watch_;
    const frame_clock& clock_;
    const time_control& control_;
    decltype(std::declval<entt::registry&>().view<const block>()) blocks_;
    stage_list stages_;
    std::uint64_t at_work_ = 0; ///< systems that have work in this frame
    std::shared_ptr<follower_list> followers_ = std::make_shared<follower_list>();
    bool is_measured_ = false; ///< this frame
    bool is_traced_ = false;
    std::vector<chunk_meter> meters_;    ///< [thread], of schedule by_system [chunk]
    std::vector<frame_scratch> scratch_; ///< [thread, batch] or, by system, [block]
};

} // namespace jounce

#pragma once

#include <jounce/modules/pipeline/block_follower.hpp>
#include <jounce/modules/pipeline/taskflow_seen.hpp>
#include <jounce/modules/profiling/profiler.hpp>
#include <jounce/systems/built_with.hpp>

#include <entt/entt.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tf {
class Executor;
}

namespace jounce {

/// The order in which kernels visit blocks. Results are the same bits.
enum class schedule : std::uint8_t {
    by_system, ///< one system after the other, over all blocks
    by_block,  ///< a few blocks at a time, through all systems while they are in cache
};

/// Whether a frame with an executor uses its workers.
enum class worker_use : std::uint8_t {
    by_cost, ///< as many as the cost of the frames before justifies; see
             ///< `thread_choice`
    always,  ///< all of them, whatever it costs
};

/// How a pipeline runs. None of it changes results.
struct pipeline_options {
    schedule order = schedule::by_block;
    bool measure =
        true; ///< time every system; if off, only work sharing and detail budgets read the clock
    std::size_t history = system_stats::default_window; ///< frames that statistics cover
    worker_use workers = worker_use::by_cost;
};

/// Outcome of a frame.
enum class frame_status : std::uint8_t {
    done,
    held, ///< dt was not a usable time step, or time is paused: nothing moved, all results are those of
          ///< the frame before; also after the asserts of `pipeline::run`
};

/// The systems sample, constrain, fk and prepare, then those of each solver (integrate and project,
/// tick, vrm_tick, and what `add_solver` brings), then pose and palette, over every character of a
/// registry. `time_control` in the registry's context scales and pauses time.
///
/// Between frames: spawn, despawn, animate (`play`, or `pose_of`). Then `run`, then read `palette_of`.
/// If `detail_budget` in the context asks for it, `run` first chooses levels of detail
/// (`update_detail`); poses and spans taken before may be stale after that, as after `compact`.
/// Neither kind of run allocates, except that Taskflow itself makes a few small objects when a graph
/// is launched from a thread that is not one of its workers; call `run(executor, dt)` from inside
/// one of your own tasks to avoid even that.
/// EnTT's own calls are fine between frames: characters may be destroyed by `registry.destroy` and
/// `clear`, the registry may be moved and swapped, and several pipelines may take turns on it. `run`
/// asserts (and holds the frame) if the registry is gone, or another frame of it is being computed.
class pipeline {
public:
    /// Computes all characters of the registry, including those spawned later. Several pipelines
    /// may share a registry.
    explicit pipeline(entt::registry& registry, pipeline_options options = {});
    ~pipeline();
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;

    /// Advances every character by dt seconds on the calling thread.
    frame_status run(float dt);

    /// The same on the workers of an executor; returns when all is done. The calling thread takes part
    /// (schedule by_block), so that as many threads compute as there are workers; few characters are
    /// computed by it alone. Graphs are made at the first call and again only when the executor has
    /// another number of workers. Reads the clock twice, and twice per thread, to know what is worth
    /// sharing.
    frame_status run(tf::Executor& executor, float dt);

    /// Adds a follower; it stays as long as the handle. There may be several, called in the order
    /// in which they were added. They are not called in held frames. Between frames.
    [[nodiscard]] follower_handle follow(const block_follower& follower);

    /// The registry whose characters this computes: the one it was made for, wherever that was moved or
    /// swapped to. Null if it has ended, or was assigned another: then there is nothing to run.
    entt::registry* registry();

    /// Cost per system of the frames so far; empty of times if `measure` is off.
    const system_stats& stats() const;
    /// Discards all frames so far, for example after a loading screen.
    void reset_stats();

    /// @{ The profiler: for your own systems in the same table (`register_system`, `system_scope`),
    /// traces (`trace().start()`), and `set_measuring`. Between frames, except for scopes.
    profiler& profile();
    const profiler& profile() const;
    /// @}

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace jounce

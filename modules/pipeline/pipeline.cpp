#include <jounce/modules/pipeline/pipeline.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/components/world/world_collider_list.hpp>
#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/frame_claim.hpp>
#include <jounce/modules/crowd/gather_colliders.hpp>
#include <jounce/modules/crowd/idle_lanes.hpp>
#include <jounce/modules/crowd/open_crowd.hpp>
#include <jounce/modules/crowd/solver_list.hpp>
#include <jounce/modules/crowd/tick_hashes.hpp>
#include <jounce/modules/crowd/update_detail.hpp>
#include <jounce/modules/pipeline/block_runner.hpp>
#include <jounce/modules/pipeline/host_input_watch.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/pipeline/piece_sharing.hpp>
#include <jounce/modules/pipeline/stage_list.hpp>
#include <jounce/modules/pipeline/system_graph.hpp>
#include <jounce/modules/pipeline/thread_choice.hpp>
#include <jounce/modules/profiling/zone.hpp>
#include <jounce/systems/block_system.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace jounce {
namespace {

/// Of schedule by_system. More than workers: one that lost its core then delays the frame less.
constexpr std::size_t chunks_per_worker = 4;

} // namespace

class pipeline::implementation {
public:
    implementation(entt::registry& registry, pipeline_options options)
        : implementation(registry, options, stage_list(registry)) {}
    implementation(entt::registry& registry, pipeline_options options, stage_list stages)
        : registry_(&registry), options_(options), index_(open_crowd(registry)),
          link_(index_.link.get()), arena_(context<block_arena>(registry)),
          clock_(context<frame_clock>(registry)), control_(context<time_control>(registry)),
          world_(context<world_collider_list>(registry)), watch_(registry),
          solvers_(context<solver_list>(registry)),
          profile_(stages.rows(), options.history, options.measure),
          runner_(registry, std::move(stages), index_, profile_, watch_),
          sharing_(this, &implementation::run_piece) {
        decides_detail(registry); // creates its context values before frames run
    }

    template <class Launch> frame_status frame(float dt, Launch&& launch) {
        const frame_claim claim(*link_, index_);
        if (!claim) {
            return frame_status::held;
        }
        follow_registry();
        const float scaled = control_.paused ? 0.0F : dt * control_.scale;
        if (!(dt > 0.0F && dt <= longest_step) || !(scaled > 0.0F && scaled <= longest_step)) {
            profile_.hold_frame();
            watch_.tell_held(*registry_, dt);
            return frame_status::held;
        }
        open_crowd(*registry_);
        runner_.begin_frame();
        const bool detailed = decides_detail(*registry_);
        const bool timed = runner_.is_measured() || detailed;
        const std::uint64_t start = timed ? now_ns() : 0;
        if (runner_.is_measured()) {
            profile_.begin_frame(clock_.frame);
        }
        const std::uint64_t frame_start =
            detailed ? update_detail(*registry_, last_ms_, start) : start;
        clock_.dt = scaled;
        clock_.lands = control_.lands;
        clock_.time += static_cast<double>(scaled);
        rest_idle_lanes(*registry_, index_);
        fit_tick_log(*registry_);
        gather_world_colliders(*registry_, world_);
        watch_.begin_frame(*registry_);
        {
            const running_mark mark(index_);
            runner_.begin_followers();
            launch();
            runner_.end_followers();
        }
        is_disturbed() ? watch_.drop_frame() : watch_.end_frame(*registry_);
        open_crowd(*registry_);
        if (timed) {
            const std::uint64_t end = now_ns();
            last_ms_ = 1e-6 * static_cast<double>(end - frame_start);
            if (runner_.is_measured()) {
                profile_.end_frame(start, end, runner_.add_up(profile_.stats()));
            }
        }
        runner_.clear_meters();
        ++clock_.frame;
        JOUNCE_FRAME_MARK();
        return frame_status::done;
    }

    void run_here() {
        fit_scratch();
        compute_here();
    }

    void compute_here() {
        if (options_.order == schedule::by_block) {
            runner_.run_blocks(0, 0, 1, 1);
        } else {
            for (std::size_t stage = 0; stage < runner_.stages().size(); ++stage) {
                runner_.run_stage(stage, 0, 1);
            }
        }
    }

    void run_on(tf::Executor& executor) {
        const std::size_t blocks = index_.blocks.size();
        executor_ = &executor;
        name_worker();
        if (most_threads(blocks, executor.num_workers()) < 2) {
            run_here(); // nothing to share, or no worker to share with
            return;
        }
        const std::size_t threads = options_.workers == worker_use::always
                                        ? most_threads(blocks, executor.num_workers())
                                        : choice_.choose(blocks, executor.num_workers());
        fit_workers(executor.num_workers());
        fit_scratch();
        std::uint64_t work_ns = 0;
        if (threads < 2) {
            const std::uint64_t start = now_ns();
            compute_here();
            work_ns = now_ns() - start;
        } else if (options_.order == schedule::by_block) {
            pieces_ = piece_count(choice_.expected_ns(blocks), blocks, threads, blocks_per_batch);
            sharers_ = threads;
            work_ns = sharing_.run(executor, threads, pieces_);
        } else {
            work_ns = run_graph(executor);
        }
        choice_.note(work_ns, blocks);
    }

    profiler& profile() { return profile_; }
    entt::registry* registry() {
        const bool may_look = link_->registry == nullptr || !link_->is_computed;
        return may_look ? find_registry(*link_) : registry_;
    }
    follower_handle follow(const block_follower& follower) {
        return {runner_.followers(), follower};
    }

private:
    /// Registries can be moved: storages and context keep their addresses, the registry does not.
    void follow_registry() {
        entt::registry* now = find_registry(*link_);
        if (now != registry_ || solvers_.all.size() != runner_.stages().solver_count()) {
            registry_ = now;
            runner_.follow_registry(*now);
            fitted_workers_ = 0; // a graph names its systems
        }
    }

    /// Blocks may be gone: the rest of the frame is not computed.
    bool is_disturbed() const { return index_.is_disturbed.load(std::memory_order_relaxed); }
    void fit_scratch() {
        runner_.fit_scratch(options_.order, worth_streaming(arena_.report().slot_bytes));
    }

    static void run_piece(void* self, std::size_t thread, std::size_t piece) noexcept {
        implementation& to = *static_cast<implementation*>(self);
        to.name_worker();
        to.runner_.run_blocks(thread, piece, to.pieces_, part_end(piece, to.pieces_, to.sharers_));
    }

    /// Schedule by_system on all workers. @return ns that they worked, added up
    std::uint64_t run_graph(tf::Executor& executor) {
        graph_ns_.store(0, std::memory_order_relaxed);
        run_and_wait(executor, graph_);
        return graph_ns_.load(std::memory_order_relaxed);
    }

    void name_worker() {
        if (runner_.is_traced()) {
            profile_.trace().name_worker(executor_->this_worker_id());
        }
    }

    void fit_workers(std::size_t workers) {
        if (workers == fitted_workers_) {
            return;
        }
        fitted_workers_ = workers;
        if (options_.order == schedule::by_block) {
            runner_.fit_meters(workers);
            sharing_.fit(workers);
        } else {
            runner_.fit_meters(workers * chunks_per_worker);
            make_system_graph(graph_, runner_.stages(), workers * chunks_per_worker, this,
                              &implementation::run_stage);
        }
    }

    /// A task of schedule by_system.
    static void run_stage(void* self, std::size_t stage, std::size_t chunk, std::size_t chunks) {
        implementation& to = *static_cast<implementation*>(self);
        to.name_worker();
        const std::uint64_t start = now_ns();
        to.runner_.run_stage(stage, chunk, chunks);
        to.graph_ns_.fetch_add(now_ns() - start, std::memory_order_relaxed);
    }

    entt::registry* registry_; ///< as of the last frame
    pipeline_options options_;
    crowd_index&
        index_; ///< and the others of the context: there as long as the link names a registry
    std::shared_ptr<crowd_link> link_;
    const block_arena& arena_;
    frame_clock& clock_;
    const time_control& control_;
    world_collider_list& world_;
    host_input_watch watch_;
    const solver_list& solvers_;
    profiler profile_;
    block_runner runner_;
    thread_choice choice_;
    piece_sharing sharing_;
    std::size_t pieces_ = 1;  ///< of this frame, if it is shared
    std::size_t sharers_ = 1; ///< threads that it is shared by
    tf::Taskflow graph_;      ///< of schedule by_system
    std::atomic<std::uint64_t> graph_ns_{0};
    std::size_t fitted_workers_ = 0;
    tf::Executor* executor_ = nullptr; ///< of this frame
    double last_ms_ = 0; ///< of the last frame without the choice of levels of detail; 0: unknown
};

pipeline::pipeline(entt::registry& registry, pipeline_options options)
    : implementation_(std::make_unique<implementation>(registry, options)) {}
pipeline::~pipeline() = default;

frame_status pipeline::run(float dt) {
    return implementation_->frame(dt, [this] { implementation_->run_here(); });
}

frame_status pipeline::run(tf::Executor& executor, float dt) {
    return implementation_->frame(dt, [this, &executor] { implementation_->run_on(executor); });
}

follower_handle pipeline::follow(const block_follower& follower) {
    return implementation_->follow(follower);
}

entt::registry* pipeline::registry() { return implementation_->registry(); }
const system_stats& pipeline::stats() const { return implementation_->profile().stats(); }
void pipeline::reset_stats() { implementation_->profile().stats().reset(); }
profiler& pipeline::profile() { return implementation_->profile(); }
const profiler& pipeline::profile() const { return implementation_->profile(); }

} // namespace jounce

#include <jounce/modules/pipeline/pipeline.hpp>

#include <jounce/components/assert.hpp>
#include <jounce/components/character.hpp>
#include <jounce/components/clocks.hpp>
#include <jounce/components/frame_scratch.hpp>
#include <jounce/modules/lod/update_detail.hpp>
#include <jounce/modules/pipeline/block_arena.hpp>
#include <jounce/modules/pipeline/chunk_meter.hpp>
#include <jounce/modules/pipeline/crowd_index.hpp>
#include <jounce/modules/pipeline/fit_scratch.hpp>
#include <jounce/modules/pipeline/frame_claim.hpp>
#include <jounce/modules/pipeline/gather_colliders.hpp>
#include <jounce/modules/pipeline/host_input_watch.hpp>
#include <jounce/modules/pipeline/idle_lanes.hpp>
#include <jounce/modules/pipeline/look_ahead.hpp>
#include <jounce/modules/pipeline/open_crowd.hpp>
#include <jounce/modules/pipeline/piece_sharing.hpp>
#include <jounce/modules/pipeline/system_graph.hpp>
#include <jounce/modules/pipeline/system_list.hpp>
#include <jounce/modules/pipeline/thread_choice.hpp>
#include <jounce/modules/pipeline/tick_hashes.hpp>
#include <jounce/modules/profiling/zone.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/palette.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <type_traits>
#include <vector>

namespace jounce {
namespace {

/// More chunks than workers, so that a worker that lost its core does not hold up the frame. Schedule
/// by_system; by_block cuts a frame by what it costs.
constexpr std::size_t chunks_per_worker = 4;

/// Blocks that go through all systems together: enough for a kernel to find its rhythm, few enough to
/// stay in the second-level cache.
constexpr std::size_t blocks_per_batch = 4;

} // namespace

class pipeline::implementation {
public:
    implementation(entt::registry& registry, pipeline_options options)
        : registry_(&registry), options_(options), index_(open_crowd(registry)),
          link_(index_.link.get()), arena_(context<block_arena>(registry)),
          clock_(context<frame_clock>(registry)), control_(context<time_control>(registry)),
          world_(context<world_collider_list>(registry)), watch_(registry),
          blocks_(registry.view<const block>()), systems_(make_systems(registry)),
          profile_(system_descriptions, options.history, options.measure), meters_(1),
          sharing_(this, &implementation::run_piece) {
        decides_detail(registry); // makes what it keeps in the context, before frames run
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
        is_measured_ = profile_.is_measuring();
        is_traced_ = profile_.is_tracing();
        const bool detailed = decides_detail(*registry_);
        const bool timed = measured() || detailed;
        const std::uint64_t start = timed ? now_ns() : 0;
        if (measured()) {
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
            if (follower_.begin != nullptr) {
                follower_.begin(follower_.self);
            }
            launch();
        }
        is_disturbed() ? watch_.drop_frame() : watch_.end_frame(*registry_);
        open_crowd(*registry_);
        if (timed) {
            const std::uint64_t end = now_ns();
            last_ms_ = 1e-6 * static_cast<double>(end - frame_start);
            if (measured()) {
                profile_.end_frame(start, end, add_up(meters_, profile_.stats()));
            }
        }
        std::fill(meters_.begin(), meters_.end(), chunk_meter{});
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
            run_blocks(0, 0, 1, 1);
        } else {
            each_system([this](auto system) { run_system<system()>(0, 1); });
        }
    }

    void run_on(tf::Executor& executor) {
        const std::size_t blocks = index_.blocks.size();
        executor_ = &executor;
        name_worker();
        if (most_threads(blocks, executor.num_workers()) < 2) {
            run_here(); // nothing to share, or nobody to share with
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
    void set_follower(const block_follower& follower) {
        JOUNCE_ASSERT(!link_->is_computed, "followers come and go between frames");
        follower_ = follower;
    }

private:
    /// Registries can be moved: storages and context keep their addresses, the registry does not.
    void follow_registry() {
        if (entt::registry* now = find_registry(*link_); now != registry_) {
            registry_ = now;
            systems_ = make_systems(*now);
        }
    }

    /// Blocks may be gone: the rest of the frame is not computed.
    bool is_disturbed() const { return index_.is_disturbed.load(std::memory_order_relaxed); }
    bool measured() const { return profiling_is_built && is_measured_; }
    bool traced() const { return profiling_is_built && is_traced_; }

    void fit_scratch() {
        if (options_.order == schedule::by_block) {
            fit_for_any_block(index_, meters_.size() * blocks_per_batch, scratch_);
            // A follower reads at once what a batch shows.
            const bool streams =
                follower_.visit == nullptr && worth_streaming(arena_.report().slot_bytes);
            for (frame_scratch& one : scratch_) {
                one.streams = streams;
            }
        } else {
            fit_for_each_block(index_, scratch_);
        }
    }

    static void run_piece(void* self, std::size_t thread, std::size_t piece) noexcept {
        implementation& to = *static_cast<implementation*>(self);
        to.name_worker();
        to.run_blocks(thread, piece, to.pieces_, part_end(piece, to.pieces_, to.sharers_));
    }

    /// Schedule by_system on all workers. @return ns that they worked, added up
    std::uint64_t run_graph(tf::Executor& executor) {
        graph_ns_.store(0, std::memory_order_relaxed);
        run_and_wait(executor, graph_);
        return graph_ns_.load(std::memory_order_relaxed);
    }

    /// One system over the blocks from first to last. Where one system ends the next begins, so that
    /// the clock is read once for both.
    /// @param scratch  one for each of them
    /// @return when it ended
    template <std::size_t System>
    std::uint64_t run_range(chunk_meter& to, frame_scratch* scratch, std::size_t first,
                            std::size_t last, std::uint64_t start) {
        using system_type = system_at<System>;
        JOUNCE_ZONE(system_type::name.data());
        const system_type& system = std::get<System>(systems_);
        for (std::size_t i = first; i < last; ++i) {
            const entt::entity e = index_.blocks[i];
            if constexpr (std::is_same_v<system_type, sample_system>) {
                if (const std::size_t playing = system(e, scratch[i - first]); playing > 0) {
                    to.elements[System] +=
                        playing * system.elements(*blocks_.get<const block>(e).kind);
                }
            } else if constexpr (requires { system(e, scratch[0]); }) {
                system(e, scratch[i - first]);
            } else {
                system(e);
            }
        }
        if (!measured()) {
            return 0;
        }
        if constexpr (std::is_same_v<system_type, tick_system>) {
            for (std::size_t i = first; i < last; ++i) {
                to.counts.contacts += system.contacts(index_.blocks[i]);
            }
        }
        const std::uint64_t end = now_ns();
        to.ns[System] += end - start;
        if (traced()) {
            profile_.trace().add({start, end, clock_.frame, static_cast<std::uint32_t>(first),
                                  static_cast<std::uint32_t>(last - first),
                                  static_cast<system_id>(System)});
        }
        return end;
    }

    /// One system over a chunk of the blocks.
    template <std::size_t System> void run_system(std::size_t chunk, std::size_t chunks) {
        const std::size_t count = index_.blocks.size();
        const std::size_t first = count * chunk / chunks;
        const std::size_t last = is_disturbed() ? first : count * (chunk + 1) / chunks;
        chunk_meter& to = meters_[chunk];
        const std::uint64_t start = measured() ? now_ns() : 0;
        if constexpr (System == 0) {
            look_at(to, first, last);
            to.settle(clock_, control_);
        }
        run_range<System>(to, scratch_.data() + first, first, last, start);
        if constexpr (System + 1 == std::tuple_size_v<all_systems>) {
            watch_.take(first, last, scratch_.data() + first);
            if (follower_.visit != nullptr) {
                follower_.visit(follower_.self, first, last);
            }
        }
    }

    /// A piece of the blocks through all systems, a few blocks at a time.
    /// @param thread  number that no other thread of this frame has
    /// @param part_end  up to which piece it is likely to go on
    void run_blocks(std::size_t thread, std::size_t piece, std::size_t pieces,
                    std::size_t part_end) {
        const std::size_t count = index_.blocks.size();
        const std::size_t end = piece_begin(piece + 1, pieces, count, blocks_per_batch);
        std::size_t first = piece_begin(piece, pieces, count, blocks_per_batch);
        const std::size_t likely_end = piece_begin(part_end, pieces, count, blocks_per_batch);
        chunk_meter& to = meters_[thread];
        frame_scratch* scratch = scratch_.data() + thread * blocks_per_batch;
        std::uint64_t now = measured() ? now_ns() : 0;
        while (first < end && !is_disturbed()) {
            const std::size_t last = std::min(first + blocks_per_batch, end);
            const std::uint32_t concerned = look_at(to, first, last);
            const std::span next = std::span(index_.blocks).subspan(last, likely_end - last);
            each_system([&](auto system) {
                if ((concerned >> system() & 1U) != 0) {
                    if constexpr (std::is_same_v<system_at<system()>, tick_system>) {
                        look_ahead(*registry_, next, count, {scratch, last - first});
                    }
                    now = run_range<system()>(to, scratch, first, last, now);
                }
            });
            watch_.take(first, last, scratch);
            if (follower_.visit != nullptr) {
                follower_.visit(follower_.self, first, last);
                now = measured() ? now_ns() : 0; // what it took is not the next system's
            }
            first = last;
        }
        if (scratch->streams) {
            finish_streams();
        }
        to.settle(clock_, control_);
    }

    /// Counts blocks that are about to be computed.
    /// @return bit per system that has work with any of them
    std::uint32_t look_at(chunk_meter& to, std::size_t first, std::size_t last) const {
        std::uint32_t concerned = 0;
        for (std::size_t i = first; i < last; ++i) {
            concerned |= to.look_at(blocks_.get<const block>(index_.blocks[i]), clock_, control_);
        }
        constexpr std::uint32_t sample_bit = 1; // it is the first
        return std::get<sample_system>(systems_).has_players() ? concerned
                                                               : concerned & ~sample_bit;
    }

    void name_worker() {
        if (traced()) {
            profile_.trace().name_worker(executor_->this_worker_id());
        }
    }

    void fit_workers(std::size_t workers) {
        if (workers == fitted_workers_) {
            return;
        }
        fitted_workers_ = workers;
        if (options_.order == schedule::by_block) {
            meters_.assign(workers, {});
            sharing_.fit(workers);
        } else {
            meters_.assign(workers * chunks_per_worker, {});
            make_graph(workers * chunks_per_worker);
        }
    }

    /// A task of schedule by_system.
    template <std::size_t System>
    static void run_stage(void* self, std::size_t chunk, std::size_t chunks) {
        implementation& to = *static_cast<implementation*>(self);
        to.name_worker();
        const std::uint64_t start = now_ns();
        to.run_system<System>(chunk, chunks);
        to.graph_ns_.fetch_add(now_ns() - start, std::memory_order_relaxed);
    }
    void make_graph(std::size_t chunks) {
        std::array<system_task, system_count> tasks{};
        each_system([&](auto system) { tasks[system()] = &run_stage<system()>; });
        make_system_graph(graph_, chunks, this, tasks);
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
    decltype(std::declval<entt::registry&>().view<const block>()) blocks_;
    all_systems systems_;
    block_follower follower_;
    profiler profile_;
    bool is_measured_ = false; ///< this frame
    bool is_traced_ = false;
    std::vector<chunk_meter> meters_;    ///< [thread], of schedule by_system [chunk]
    std::vector<frame_scratch> scratch_; ///< [thread, batch] or, by system, [block]
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

void pipeline::set_follower(const block_follower& follower) {
    implementation_->set_follower(follower);
}

entt::registry* pipeline::registry() { return implementation_->registry(); }
const system_stats& pipeline::stats() const { return implementation_->profile().stats(); }
void pipeline::reset_stats() { implementation_->profile().stats().reset(); }
profiler& pipeline::profile() { return implementation_->profile(); }
const profiler& pipeline::profile() const { return implementation_->profile(); }

} // namespace jounce

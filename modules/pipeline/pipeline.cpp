#include <jounce/modules/pipeline/pipeline.hpp>

#include <jounce/components/assert.hpp>
#include <jounce/components/character.hpp>
#include <jounce/components/clocks.hpp>
#include <jounce/modules/lod/update_detail.hpp>
#include <jounce/modules/pipeline/crowd_index.hpp>
#include <jounce/modules/pipeline/gather_colliders.hpp>
#include <jounce/modules/pipeline/tick_hashes.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/constrain_system.hpp>
#include <jounce/systems/fk_system.hpp>
#include <jounce/systems/integrate_system.hpp>
#include <jounce/systems/palette_system.hpp>
#include <jounce/systems/prepare_system.hpp>
#include <jounce/systems/project_system.hpp>
#include <jounce/systems/rst_system.hpp>
#include <jounce/systems/sample_system.hpp>
#include <jounce/systems/tick_system.hpp>
#include <jounce/systems/vrm_tick_system.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

namespace jounce {
namespace {

/// The whole pipeline, in order. Characters that play clips find work in sample, kinds with constraints
/// in constrain; kinds of the reference solver in integrate and project, those of the stable solver in
/// prepare and tick, those of the VRM solver in prepare and vrm_tick.
using all_systems =
    std::tuple<sample_system, constrain_system, fk_system, prepare_system, integrate_system,
               project_system, tick_system, vrm_tick_system, rst_system, palette_system>;
constexpr std::size_t system_count = std::tuple_size_v<all_systems>;
using per_system = std::array<std::uint64_t, system_count>;

template <class Visit> void each_system(Visit&& visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (visit(std::integral_constant<std::size_t, I>{}), ...);
    }
    (std::make_index_sequence<system_count>{});
}

constexpr auto descriptions = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<system_stats::description, system_count>{
        {{std::tuple_element_t<I, all_systems>::name,
          std::tuple_element_t<I, all_systems>::element}...}};
}
(std::make_index_sequence<system_count>{});

std::uint64_t now_ns() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

/// A step longer than this is not a step but a mistake (or a breakpoint).
constexpr float longest_step = 10.0F;

/// More chunks than workers, so that a worker that lost its core does not hold up the frame.
constexpr std::size_t chunks_per_worker = 4;

/// Blocks that go through all systems together: enough for a kernel to find its rhythm, few enough to
/// stay in the second-level cache.
constexpr std::size_t blocks_per_batch = 4;

/// Marks the time in which nothing may be spawned or despawned.
class running_mark {
public:
    explicit running_mark(crowd_index& index) : index_(index) { index_.running = true; }
    ~running_mark() { index_.running = false; }
    running_mark(const running_mark&) = delete;
    running_mark& operator=(const running_mark&) = delete;

private:
    crowd_index& index_;
};

} // namespace

class pipeline::implementation {
public:
    implementation(entt::registry& registry, pipeline_options options)
        : registry_(registry), options_(options), index_(context<crowd_index>(registry)),
          clock_(context<frame_clock>(registry)), control_(context<time_control>(registry)),
          world_(context<world_collider_list>(registry)),
          systems_{sample_system(registry),  constrain_system(registry), fk_system(registry),
                   prepare_system(registry), integrate_system(registry), project_system(registry),
                   tick_system(registry),    vrm_tick_system(registry),  rst_system(registry),
                   palette_system(registry)},
          stats_(descriptions), chunk_ns_(1) {
        decides_detail(registry); // makes what it keeps in the context, before frames run
    }

    template <class Launch> frame_status frame(float dt, Launch&& launch) {
        JOUNCE_ASSERT(!index_.running, "this registry's characters are already being computed");
        const float scaled = control_.paused ? 0.0F : dt * control_.scale;
        if (index_.running || !(dt > 0.0F && dt <= longest_step) ||
            !(scaled > 0.0F && scaled <= longest_step)) {
            return frame_status::held;
        }
        const bool detailed = decides_detail(registry_);
        const bool timed = options_.measure || detailed;
        const std::uint64_t start = timed ? now_ns() : 0;
        const std::uint64_t frame_start = detailed ? decide_detail(start) : start;
        clock_.dt = scaled;
        clock_.time += static_cast<double>(scaled);
        fit_tick_log(registry_);
        gather_world_colliders(registry_, world_);
        {
            const running_mark mark(index_);
            launch();
        }
        ++clock_.frame;
        if (timed) {
            const std::uint64_t end = now_ns();
            last_ms_ = 1e-6 * static_cast<double>(end - frame_start);
            if (options_.measure) {
                record(end - start);
            }
        }
        return frame_status::done;
    }

    void run_here() {
        if (options_.order == schedule::by_block) {
            run_blocks(0, 1);
        } else {
            each_system([this](auto system) { run_system<system()>(0, 1); });
        }
    }

    void run_on(tf::Executor& executor) {
        if (index_.blocks.size() < 2) {
            run_here(); // nothing to share
            return;
        }
        const std::size_t chunks = executor.num_workers() * chunks_per_worker;
        if (chunks != graph_chunks_) {
            make_graph(chunks);
        }
        if (executor.this_worker_id() >= 0) {
            executor.corun(graph_);
        } else {
            executor.run(graph_).wait();
        }
    }

    system_stats& stats() { return stats_; }

private:
    /// Returns the time when it was done.
    std::uint64_t decide_detail(std::uint64_t start) {
        update_detail(registry_, last_ms_);
        const std::uint64_t end = now_ns();
        context<detail_report>(registry_).update_ms = 1e-6 * static_cast<double>(end - start);
        return end;
    }

    /// One system over the blocks from first to last; times go to the chunk.
    template <std::size_t System>
    void run_range(std::size_t chunk, std::size_t first, std::size_t last) {
        const auto& system = std::get<System>(systems_);
        const std::uint64_t start = options_.measure ? now_ns() : 0;
        for (std::size_t i = first; i < last; ++i) {
            system(index_.blocks[i]);
        }
        if (options_.measure) {
            chunk_ns_[chunk].ns[System] += now_ns() - start;
        }
    }

    /// One system over a chunk of the blocks.
    template <std::size_t System> void run_system(std::size_t chunk, std::size_t chunks) {
        const std::size_t count = index_.blocks.size();
        run_range<System>(chunk, count * chunk / chunks, count * (chunk + 1) / chunks);
    }

    /// A chunk of the blocks through all systems, a few blocks at a time.
    void run_blocks(std::size_t chunk, std::size_t chunks) {
        const std::size_t end = index_.blocks.size() * (chunk + 1) / chunks;
        std::size_t first = index_.blocks.size() * chunk / chunks;
        while (first < end) {
            const std::size_t last = std::min(first + blocks_per_batch, end);
            each_system([&](auto system) { run_range<system()>(chunk, first, last); });
            first = last;
        }
    }

    void make_graph(std::size_t chunks) {
        graph_.clear();
        graph_.name("jounce");
        graph_chunks_ = chunks;
        chunk_ns_.assign(chunks, {});
        if (options_.order == schedule::by_block) {
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                graph_.emplace([this, chunk, chunks] { run_blocks(chunk, chunks); })
                    .name("jounce.blocks");
            }
            return;
        }
        tf::Task before;
        each_system([&](auto system) {
            constexpr std::size_t which = decltype(system)::value;
            const std::string name = "jounce." + std::string(descriptions[which].name);
            tf::Task after = graph_.emplace([] {}).name(name + ".done");
            for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
                tf::Task work =
                    graph_.emplace([this, chunk, chunks] { run_system<which>(chunk, chunks); })
                        .name(name);
                work.precede(after);
                if (!before.empty()) {
                    before.precede(work);
                }
            }
            before = after;
        });
    }

    void record(std::uint64_t wall_ns) noexcept {
        per_system ns{};
        for (chunk_times& chunk : chunk_ns_) {
            for (std::size_t s = 0; s < system_count; ++s) {
                ns[s] += chunk.ns[s];
            }
            chunk.ns = {};
        }
        per_system elements{};
        for (const entt::entity e : index_.blocks) {
            const block& home = registry_.get<block>(e);
            const std::uint64_t characters = static_cast<std::uint64_t>(std::popcount(home.active));
            each_system([&](auto which) {
                const auto& system = std::get<which()>(systems_);
                std::uint64_t busy = characters;
                if constexpr (requires { system.count(e); }) {
                    busy = system.count(e); // not everyone has work for it
                }
                elements[which()] += busy * system.elements(*home.kind);
            });
        }
        stats_.record(wall_ns, ns, elements);
    }

    /// Written by one task at a time, on a cache line of its own.
    struct alignas(64) chunk_times {
        per_system ns{};
    };

    entt::registry& registry_;
    pipeline_options options_;
    crowd_index& index_;
    frame_clock& clock_;
    const time_control& control_;
    world_collider_list& world_;
    all_systems systems_;
    system_stats stats_;
    std::vector<chunk_times> chunk_ns_;
    tf::Taskflow graph_;
    std::size_t graph_chunks_ = 0;
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

const system_stats& pipeline::stats() const { return implementation_->stats(); }
void pipeline::reset_stats() { implementation_->stats().reset(); }

} // namespace jounce

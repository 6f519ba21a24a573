#include <jounce/modules/bench/bench_run.hpp>

#include <jounce/components/lanes.hpp>
#include <jounce/modules/bench/baseline_run.hpp>
#include <jounce/modules/bench/machine.hpp>
#include <jounce/modules/lod/detail.hpp>
#include <jounce/modules/pipeline/state_hash.hpp>
#include <jounce/modules/procedural/model.hpp>
#include <jounce/systems/block_system.hpp>
#include <jounce/systems/isa.hpp>

#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jounce::bench {
namespace {

using procedural::model;

struct schedule_entry {
    std::string_view name;
    schedule order;
};
constexpr std::array<schedule_entry, 2> schedules = {
    {{"by_system", schedule::by_system}, {"by_block", schedule::by_block}}};

std::vector<entt::entity> spawn_crowd(entt::registry& registry, const model& of,
                                      std::int64_t count) {
    std::vector<entt::entity> crowd;
    crowd.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) {
        crowd.push_back(procedural::spawn(registry, of));
    }
    return crowd;
}

/// Says no before the machine starts to swap: half of its memory is what a benchmark may take.
std::optional<error> check_memory(const model& of, const bench_options& options) {
    entt::registry scratch;
    spawn_crowd(scratch, of, std::min<std::int64_t>(options.characters, lane_count));
    const std::uint64_t per_character =
        bytes_per_character(scratch) + (options.baseline ? baseline_bytes(*of.kind) : 0);
    const std::uint64_t needed = per_character * static_cast<std::uint64_t>(options.characters);
    const std::uint64_t present = physical_memory();
    if (present == 0 || needed <= present / 2) {
        return std::nullopt;
    }
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    return error{
        "too_much_memory",
        std::to_string(options.characters) + " characters of " + std::to_string(options.bones) +
            " bones need " + std::to_string(needed / mebibyte) + " MiB, more than half of the " +
            std::to_string(present / mebibyte) + " MiB of this machine; take fewer of either"};
}

/// The pipeline and, unless it runs on the calling thread, its workers.
class runner {
public:
    runner(entt::registry& registry, const bench_options& options)
        : frames_(registry, pipeline_options{options.order, true, looked_back_on(options)}) {
        if (options.threads > 0) {
            workers_.emplace(static_cast<std::size_t>(options.threads));
        }
    }
    void frame() {
        if (workers_) {
            frames_.run(*workers_, procedural::frame_time);
        } else {
            frames_.run(procedural::frame_time);
        }
    }
    pipeline& frames() { return frames_; }

private:
    static std::size_t looked_back_on(const bench_options& options) {
        return static_cast<std::size_t>(std::min<std::int64_t>(options.frames, 1024));
    }

    pipeline frames_;
    std::optional<tf::Executor> workers_;
};

/// Room for every batch of every system, as long as a viewer could still show it.
trace_options room_for_trace(const bench_options& options) {
    constexpr std::int64_t most_events = std::int64_t{1} << 18;
    constexpr std::int64_t systems = 10;
    const std::int64_t batches = options.characters / (4 * lane_count) + 5 * options.threads + 1;
    const std::int64_t per_frame = batches * systems;
    const std::int64_t frames = std::min(options.frames, most_events / per_frame + 1);
    const std::int64_t threads = options.threads + 1;
    return {static_cast<std::size_t>(threads),
            static_cast<std::size_t>(std::min(frames * per_frame, most_events)),
            static_cast<std::size_t>(frames)};
}

/// Follows what the budget does.
void note_level(entt::registry& registry, const bench_options& options, std::int64_t frame,
                bench_report& to) {
    const detail_report& now = context<detail_report>(registry);
    for (std::size_t level = 0; level < to.levels.size(); ++level) {
        to.levels[level] = now.characters[level];
    }
    constexpr std::int64_t to_settle = 60;
    if (frame >= to_settle) { // what is measured is the frame before
        to.over_budget = std::max(to.over_budget, now.measured_ms / options.budget_ms);
    }
}

/// What jounce takes for the work of a baseline entry.
double ns_of(const std::vector<system_cost>& systems, std::string_view baseline_name) {
    double ns = 0;
    for (const system_cost& cost : systems) {
        const bool is_spring_step = cost.name == "integrate" || cost.name == "project";
        if (cost.name == baseline_name || (baseline_name == "springs" && is_spring_step)) {
            ns += cost.ns_per_element;
        }
    }
    return ns;
}

} // namespace

std::string_view schedule_name(schedule order) {
    const auto found = std::find_if(schedules.begin(), schedules.end(),
                                    [&](const schedule_entry& s) { return s.order == order; });
    return found != schedules.end() ? found->name : "unknown";
}

std::optional<schedule> schedule_from_name(std::string_view name) {
    const auto found = std::find_if(schedules.begin(), schedules.end(),
                                    [&](const schedule_entry& s) { return s.name == name; });
    return found != schedules.end() ? std::optional(found->order) : std::nullopt;
}

result<bench_report> run_bench(const bench_options& options, const progress& tell) {
    const result<model> kind = procedural::bench_character(
        static_cast<std::int32_t>(options.bones), static_cast<std::int32_t>(options.springs),
        options.solver, static_cast<std::int32_t>(options.colliders));
    if (!kind) {
        return kind.why();
    }
    if (std::optional<error> too_much = check_memory(*kind, options)) {
        return *std::move(too_much);
    }

    bench_report report;
    entt::registry registry;
    const std::vector<entt::entity> crowd = spawn_crowd(registry, *kind, options.characters);
    runner run(registry, options);
    context<detail_budget>(registry).milliseconds = options.budget_ms;
    const std::int64_t warm_up = std::min<std::int64_t>(10, options.frames / 10);
    for (std::int64_t frame = 0; frame < options.frames; ++frame) {
        if (frame == warm_up) {
            run.frames().reset_stats();
            if (!options.trace_file.empty()) {
                run.frames().profile().trace().start(room_for_trace(options));
            }
        }
        const double time =
            static_cast<double>(frame) * static_cast<double>(procedural::frame_time);
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            procedural::animate(registry, crowd[i], time, procedural::crowd_phase(i));
        }
        run.frame();
        if (options.budget_ms > 0) {
            note_level(registry, options, frame, report);
        }
        if (tell) {
            tell("frames", frame + 1, options.frames);
        }
    }

    report.options = options;
    report.isa = isa_name(active_isa());
    report.ms_per_frame = run.frames().stats().wall_ms_mean();
    report.frame = run.frames().stats().frame_cost();
    report.last_frame = run.frames().stats().counters();
    report.bytes_per_character = bytes_per_character(registry);
    report.systems = run.frames().stats().costs();
    // The other solver's systems find no work.
    std::erase_if(report.systems, [](const system_cost& cost) { return cost.elements == 0; });
    double total = 0;
    for (const system_cost& cost : report.systems) {
        total += cost.mean_ms;
    }
    for (system_cost& cost : report.systems) {
        cost.share = total > 0 ? cost.mean_ms / total : 0.0;
    }
    report.state_hash = state_hash(registry);
    if (!options.trace_file.empty()) {
        if (std::optional<error> why =
                write_trace(options.trace_file, run.frames().profile(), options.traced_as)) {
            return *std::move(why);
        }
        report.trace_dropped = run.frames().profile().trace().dropped_events();
    }
    if (options.baseline) {
        report.baseline = run_baseline(*kind, options, tell);
        for (baseline_cost& cost : report.baseline) {
            const double ours = ns_of(report.systems, cost.name);
            cost.ratio = ours > 0 ? cost.ns_per_element / ours : 0;
        }
    }
    return report;
}

} // namespace jounce::bench

#include <jounce/modules/dev/bench/sweep.hpp>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::array<std::string_view, 11> names = {"characters", "bones",   "springs", "threads",
                                                    "schedules",  "levels",  "churn",   "profiling",
                                                    "pairs",      "weights", "all"};

/// A point to be measured.
struct planned {
    std::string label;
    double x = 0;
    bench_options options;
    std::optional<isa_level> level;
};

struct plan {
    std::string name;
    std::string title;
    std::vector<planned> points;
};

std::string crowd_text(const bench_options& of) {
    return std::to_string(of.characters) + " characters of " + std::to_string(of.bones) +
           " bones, " + std::to_string(of.springs) + " springs";
}

/// Changes one number.
// NOLINTNEXTLINE(performance-unnecessary-value-param): the copy is written through `quantity`
plan along(std::string name, std::string title, bench_options options,
           std::int64_t bench_options::*quantity, std::initializer_list<std::int64_t> values) {
    plan out{std::move(name), std::move(title), {}};
    for (const std::int64_t value : values) {
        options.*quantity = value;
        out.points.push_back({std::to_string(value), static_cast<double>(value), options, {}});
    }
    return out;
}

plan plan_of(std::string_view name, bench_options options) {
    if (name == "characters") {
        return along("characters",
                     std::to_string(options.bones) + " bones, " + std::to_string(options.springs) +
                         " springs",
                     options, &bench_options::characters, {1, 10, 100, 1000, 10000, 100000});
    }
    if (name == "bones") {
        options.springs = std::min<std::int64_t>(options.springs, 8);
        return along("bones",
                     std::to_string(options.characters) + " characters, " +
                         std::to_string(options.springs) + " springs",
                     options, &bench_options::bones, {16, 32, 64, 128, 256});
    }
    if (name == "springs") {
        options.bones = std::max<std::int64_t>(options.bones, 128);
        return along("springs",
                     std::to_string(options.characters) + " characters of " +
                         std::to_string(options.bones) + " bones",
                     options, &bench_options::springs, {0, 4, 8, 16, 32, 64});
    }
    plan out{std::string(name), crowd_text(options), {}};
    if (name == "threads") {
        const std::int64_t most =
            std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 64);
        for (const schedule order : {schedule::by_block, schedule::by_system}) {
            options.order = order;
            for (std::int64_t threads = 1; threads <= most; threads += threads < 8 ? 1 : 8) {
                options.threads = threads;
                out.points.push_back(
                    {std::to_string(threads) + " " + std::string(schedule_name(order)),
                     static_cast<double>(threads),
                     options,
                     {}});
            }
        }
    } else if (name == "schedules") {
        out.title = std::to_string(options.bones) + " bones, " + std::to_string(options.springs) +
                    " springs";
        for (const std::int64_t characters : {100, 1000, 10000}) {
            for (const schedule order : {schedule::by_block, schedule::by_system}) {
                options.characters = characters;
                options.order = order;
                out.points.push_back(
                    {std::to_string(characters) + " " + std::string(schedule_name(order)),
                     static_cast<double>(characters),
                     options,
                     {}});
            }
        }
    } else if (name == "levels") {
        for (const isa_level level : supported_isa_levels()) {
            out.points.push_back({std::string(isa_name(level)), 0, options, level});
        }
    }
    return out;
}

/// Puts the level back that was chosen before.
class level_guard {
public:
    level_guard() : before_(active_isa()) {}
    ~level_guard() { select_isa(before_); }
    level_guard(const level_guard&) = delete;
    level_guard& operator=(const level_guard&) = delete;

private:
    isa_level before_;
};

result<sweep_report> run_plan(const plan& of, const progress& tell) {
    const level_guard keeps;
    sweep_report out{of.name, of.title, {}, {}};
    for (std::size_t i = 0; i < of.points.size(); ++i) {
        const planned& one = of.points[i];
        if (one.level) {
            select_isa(*one.level);
        }
        result<point_cost> cost = measure_point(one.options);
        if (!cost && cost.error().name == "too_much_memory") {
            out.left_out.push_back(cost.error().message);
        } else if (!cost) {
            return cost.error();
        } else {
            out.points.push_back({one.label, one.x, *std::move(cost)});
        }
        if (tell) {
            tell(of.name, static_cast<std::int64_t>(i) + 1,
                 static_cast<std::int64_t>(of.points.size()));
        }
    }
    return out;
}

/// A tenth of the crowd per frame.
result<churn_cost> run_churn(bench_options options, const progress& tell) {
    const std::int64_t changed = options.characters;
    options.characters *= 10;
    return measure_churn(options, changed, tell);
}

} // namespace

std::span<const std::string_view> sweep_names() { return names; }

result<bench_sweeps> run_sweeps(std::string_view name, const bench_options& options,
                                const progress& tell) {
    bench_sweeps out;
    for (const std::string_view one : names) {
        if (one == "all" || (name != "all" && name != one)) {
            continue;
        }
        if (one == "profiling") {
            result<profiling_cost> cost = measure_profiling(options);
            if (!cost) {
                return cost.error();
            }
            out.profiling = *cost;
            continue;
        }
        if (one == "churn") {
            result<churn_cost> cost = run_churn(options, tell);
            if (!cost) {
                return cost.error();
            }
            out.churn = *std::move(cost);
            continue;
        }
        if (one == "pairs") {
            result<pairs_report> report = measure_pairs(options, {}, tell);
            if (!report) {
                return report.error();
            }
            out.pairs = *std::move(report);
            continue;
        }
        if (one == "weights") {
            result<weights_cost> cost = measure_weights(options, {}, tell);
            if (!cost) {
                return cost.error();
            }
            out.weights = *std::move(cost);
            continue;
        }
        result<sweep_report> report = run_plan(plan_of(one, options), tell);
        if (!report) {
            return report.error();
        }
        out.sweeps.push_back(*std::move(report));
    }
    return out;
}

} // namespace jounce::bench

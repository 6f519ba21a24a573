#include <jounce/modules/dev/bench/churn_cost.hpp>

#include <jounce/modules/crowd/block_arena.hpp>
#include <jounce/modules/crowd/crowd_index.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/dev/bench/bench_scene.hpp>
#include <jounce/modules/profiling/clock.hpp>
#include <jounce/systems/block_system.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::int64_t to_settle = 10; ///< frames in which memory is touched for the first time

frame_times times_of(std::vector<double> ms) {
    frame_times out;
    if (ms.empty()) {
        return out;
    }
    std::sort(ms.begin(), ms.end());
    const std::size_t last = ms.size() - 1;
    out.mean = std::accumulate(ms.begin(), ms.end(), 0.0) / static_cast<double>(ms.size());
    out.p50 = ms[last / 2];
    out.p99 = ms[last * 99 / 100];
    out.most = ms[last];
    return out;
}

double ms_since(std::uint64_t start) { return 1e-6 * static_cast<double>(now_ns() - start); }

/// A crowd some of whom are replaced.
class changing_crowd {
public:
    explicit changing_crowd(bench_scene& scene) : scene_(scene) {
        for (const entt::entity who : scene.registry().view<character>()) {
            all_.push_back(who);
        }
    }

    void replace(std::int64_t count) {
        entt::registry& registry = scene_.registry();
        for (std::int64_t i = 0; i < count; ++i) {
            const std::size_t victim = draw_() % all_.size();
            despawn(registry, all_[victim]);
            all_[victim] = all_.back();
            all_.pop_back();
        }
        for (std::int64_t i = 0; i < count; ++i) {
            all_.push_back(spawn(registry, scene_.kind().kind));
        }
    }

private:
    bench_scene& scene_;
    std::vector<entt::entity> all_;
    std::mt19937 draw_{1};
};

struct plan {
    std::string_view name;
    bool replaces;
    bool compacts;
};
constexpr plan plans[] = {
    {"none", false, false}, {"random", true, false}, {"random, compact", true, true}};

result<churn_cost::way> measure_way(const bench_options& options, std::int64_t changed,
                                    const plan& as, const progress& tell) {
    result<std::unique_ptr<bench_scene>> made = bench_scene::make(options);
    if (!made) {
        return made.error();
    }
    bench_scene& scene = **made;
    changing_crowd crowd(scene);
    block_arena& arena = context<block_arena>(scene.registry());
    churn_cost::way out;
    out.name = as.name;
    std::vector<double> change;
    std::vector<double> frame;
    std::int64_t moved = 0;
    for (std::int64_t i = 0; i < to_settle + options.frames; ++i) {
        const std::uint64_t start = now_ns();
        if (as.replaces) {
            crowd.replace(changed);
        }
        const std::size_t now_moved = as.compacts ? compact(scene.registry()) : 0;
        const double change_ms = ms_since(start);
        const std::uint64_t frame_start = now_ns();
        scene.frame();
        if (i >= to_settle) {
            change.push_back(change_ms);
            frame.push_back(ms_since(frame_start));
            moved += static_cast<std::int64_t>(now_moved);
            out.most_bytes = std::max<std::uint64_t>(out.most_bytes, arena.report().bytes);
        } else {
            out.first_bytes = arena.report().bytes;
        }
        if (tell) {
            tell(as.name, i + 1, to_settle + options.frames);
        }
    }
    out.moved = moved / std::max<std::int64_t>(1, options.frames);
    out.change = times_of(std::move(change));
    out.frame = times_of(std::move(frame));
    out.blocks = context<crowd_index>(scene.registry()).blocks.size();
    return out;
}

} // namespace

result<churn_cost> measure_churn(const bench_options& options, std::int64_t changed,
                                 const progress& tell) {
    if (changed < 0 || changed > options.characters) {
        return error{errors::bad_size,
                     std::to_string(changed) + " of " + std::to_string(options.characters) +
                         " characters cannot go in a frame; take 0 to all of them"};
    }
    churn_cost out{options, changed, {}};
    out.options.baseline = false;
    for (const plan& one : plans) {
        result<churn_cost::way> way = measure_way(out.options, changed, one, tell);
        if (!way) {
            return way.error();
        }
        out.ways.push_back(*std::move(way));
    }
    return out;
}

} // namespace jounce::bench

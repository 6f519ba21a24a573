#include <jounce/modules/dev/bench/tissue_cost.hpp>

#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/block/character.hpp>
#include <jounce/components/block/poses.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/race.hpp>
#include <jounce/modules/dev/bench/tissue_body.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/profiling/append_format.hpp>
#include <jounce/modules/rig/make_kind.hpp>
#include <jounce/modules/rig/rig_builder.hpp>
#include <jounce/modules/rig/stable_builder.hpp>
#include <jounce/modules/tissue_run/add_reactive_bones.hpp>
#include <jounce/modules/tissue_run/make_tissue_set.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::int32_t bones = 20;
constexpr std::int64_t to_settle = 10; ///< frames in which memory is touched for the first time
constexpr float frame_time = 1.0F / 60;

struct body {
    const char* name;
    tissue_tier tier;
    std::int64_t characters;
    std::int32_t handles;
    std::int32_t points;
    std::int32_t reactive = 0; ///< bones that feel their flesh, the last ones
};

result<std::shared_ptr<const character_kind>> make_body(const body& of, bool with_flesh) {
    rig_builder builder;
    for (std::int32_t b = 0; b < bones; ++b) {
        builder.add(rig_builder::segment{
            "bone " + std::to_string(b), b - 1, {0.1 * b, 0, 0}, {0.1 * (b + 1), 0, 0}});
    }
    result<rig> made = builder.build<float>();
    if (!made) {
        return made.error();
    }
    result<spring_set> springs = stable_builder{}.build<float>(*made);
    if (!springs) {
        return springs.error();
    }
    character_kind kind = *make_kind(*std::move(made), *std::move(springs));
    if (with_flesh) {
        tissue_run_options run;
        run.tier = of.tier;
        run.newton_steps = of.tier == tissue_tier::newton ? 1 : 0;
        const tissue::baked_tissue baked = make_tissue_body(of.handles, of.points, bones);
        result<tissue_set> flesh = make_tissue_set<float>(baked, kind.bind, 1, run);
        if (!flesh) {
            return flesh.error();
        }
        if (of.reactive > 0) {
            reactive_options feeling;
            for (std::int32_t b = bones - of.reactive; b < bones; ++b) {
                feeling.bones.emplace_back().bone = b;
            }
            if (std::optional<error> fault =
                    add_reactive_bones(*flesh, baked, kind.rig, kind.bind, feeling)) {
                return *std::move(fault);
            }
        }
        kind.tissue = std::make_shared<const tissue_set>(*std::move(flesh));
    }
    return std::make_shared<const character_kind>(std::move(kind));
}

/// Bends every bone a little and every fifth one like an elbow, up to a right angle from its neighbour.
void bend(entt::registry& registry, entt::entity who, double phase) {
    const character& at = registry.get<character>(who);
    local_pose& pose = registry.get<local_pose>(at.block);
    for (std::int32_t b = 1; b < bones; ++b) {
        const double angle = (b % 5 == 0 ? 1.5 : 0.1) * std::sin(0.5 * phase + b);
        const float half = static_cast<float>(0.5 * angle);
        lane_quat<float>& to = pose.bones[static_cast<std::size_t>(b)].rotation;
        set_lane(to, at.lane, quat<float>{0, 0, std::sin(half), std::cos(half)});
    }
}

struct timed {
    std::vector<double> ms; ///< per frame
    std::uint64_t hash = 0;
    std::uint64_t bytes = 0; ///< per character
};

timed play(const std::shared_ptr<const character_kind>& kind, const body& of, std::int64_t frames,
           const progress& tell) {
    entt::registry registry;
    std::vector<entt::entity> crowd;
    for (std::int64_t i = 0; i < of.characters; ++i) {
        crowd.push_back(spawn(registry, kind));
    }
    pipeline systems(registry, {.measure = false});
    timed out;
    for (std::int64_t f = 0; f < to_settle + frames; ++f) {
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const double phase = 0.3 * static_cast<double>(f) + 0.7 * static_cast<double>(i);
            placement& at = registry.get<placement>(crowd[i]);
            at.position.y = 0.02 * std::sin(phase);
            const float turn = 0.1F * static_cast<float>(std::cos(phase));
            at.rotation = {0, turn, 0, std::sqrt(1 - turn * turn)};
            bend(registry, crowd[i], phase);
        }
        const double start = core_ns();
        systems.run(frame_time);
        if (f >= to_settle) {
            out.ms.push_back(1e-6 * (core_ns() - start));
        }
        if (tell) {
            tell(of.name, f + 1, to_settle + frames);
        }
    }
    std::sort(out.ms.begin(), out.ms.end());
    out.hash = state_hash(registry);
    out.bytes = bytes_per_character(registry);
    return out;
}

} // namespace

result<tissue_cost> measure_tissue(const bench_options& options, const progress& tell) {
    const body bodies[] = {{"linear", tissue_tier::linear, options.characters, 40, 240},
                           {"nonlinear", tissue_tier::nonlinear, options.characters, 40, 240},
                           {"newton", tissue_tier::newton, 1, 82, 500},
                           {"two-way", tissue_tier::two_way, 1, 40, 240, 8}};
    tissue_cost out;
    for (const body& of : bodies) {
        const result<std::shared_ptr<const character_kind>> bare = make_body(of, false);
        const result<std::shared_ptr<const character_kind>> fleshy = make_body(of, true);
        if (!bare || !fleshy) {
            return error{errors::bad_size, (!bare ? bare : fleshy).error().message};
        }
        const timed without = play(*bare, of, options.frames, tell);
        const timed with = play(*fleshy, of, options.frames, tell);
        tissue_cost::way way;
        way.name = of.name;
        way.characters = of.characters;
        way.handles = of.handles;
        way.points = of.points;
        way.modes = of.tier == tissue_tier::linear ? (*fleshy)->tissue->mode_count : 0;
        way.best_ms = with.ms.front() - without.ms.front();
        way.median_ms = with.ms[with.ms.size() / 2] - without.ms[without.ms.size() / 2];
        way.tick_us = 1e3 * way.best_ms / (2.0 * static_cast<double>(of.characters));
        way.bytes_per_character = with.bytes - std::min(with.bytes, without.bytes);
        if (out.ways.empty()) {
            out.state_hash = with.hash;
        }
        out.ways.push_back(way);
    }
    return out;
}

std::string tissue_table(const tissue_cost& of) {
    std::string out = "flesh at 60 frames and 120 ticks per second, one thread\n";
    append_format(out, "%-10s %10s %8s %7s %6s %10s %10s %12s %10s\n", "tier", "characters",
                  "handles", "points", "modes", "best ms", "median", "us/tick", "bytes");
    for (const tissue_cost::way& one : of.ways) {
        append_format(
            out, "%-10s %10" PRId64 " %8d %7" PRId64 " %6d %10.3f %10.3f %12.3f %10" PRIu64 "\n",
            one.name.c_str(), one.characters, one.handles, one.points, one.modes, one.best_ms,
            one.median_ms, one.tick_us, one.bytes_per_character);
    }
    append_format(out, "state hash %016" PRIx64 "\n", of.state_hash);
    return out;
}

std::string tissue_json(const tissue_cost& of) {
    nlohmann::ordered_json ways = nlohmann::ordered_json::array();
    for (const tissue_cost::way& one : of.ways) {
        ways.push_back({{"tier", one.name},
                        {"characters", one.characters},
                        {"handles", one.handles},
                        {"points", one.points},
                        {"modes", one.modes},
                        {"best_ms", one.best_ms},
                        {"median_ms", one.median_ms},
                        {"tick_us", one.tick_us},
                        {"bytes_per_character", one.bytes_per_character}});
    }
    return nlohmann::ordered_json{{"ways", ways}}.dump(2);
}

} // namespace jounce::bench

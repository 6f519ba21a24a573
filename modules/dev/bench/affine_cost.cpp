#include <jounce/modules/dev/bench/affine_cost.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/crowd/spawn.hpp>
#include <jounce/modules/crowd/state_hash.hpp>
#include <jounce/modules/dev/bench/race.hpp>
#include <jounce/modules/profiling/append_format.hpp>
#include <jounce/modules/rig/make_affine_kind.hpp>
#include <jounce/modules/rig/make_kind.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

namespace jounce::bench {
namespace {

constexpr std::int64_t frames_of_clip = 48;
constexpr std::int64_t vertices_of_mesh = 8431; ///< the horse of the paper
constexpr std::int64_t to_settle = 10; ///< frames in which memory is touched for the first time
constexpr float frame_time = 1.0F / 60;

/// Every joint turns, stretches and slants about its centre, out of step with the others.
clip make_clip(const char* name, std::int64_t joints, double size) {
    clip out;
    out.name = name;
    out.affine.frame_count = frames_of_clip;
    out.affine.joint_count = static_cast<std::uint32_t>(joints);
    out.duration = static_cast<float>(frames_of_clip - 1) / out.affine.frames_per_second;
    for (std::int64_t f = 0; f < frames_of_clip; ++f) {
        for (std::int64_t j = 0; j < joints; ++j) {
            const double phase = 6.283185307 * static_cast<double>(f) / (frames_of_clip - 1) +
                                 0.7 * static_cast<double>(j);
            const mat3<double> turn =
                to_matrix(axis_angle<double>({0, 0, 1}, size * std::sin(phase)));
            const mat3<double> slant = {{{1 + 0.1 * size * std::cos(phase), 0, 0},
                                         {0.2 * size * std::sin(phase), 1, 0},
                                         {0, 0, 1}}};
            const mat3<double> rows = transposed(turn * slant);
            const vec3<double> centre = {0.1 * static_cast<double>(j), 0, 0};
            const vec3<double> moved = centre - turn * slant * centre;
            const double last[] = {moved.x, moved.y, moved.z};
            for (int r = 0; r < 3; ++r) {
                const vec3<float> row = cast<float>(rows.column[r]);
                out.affine.rows.insert(out.affine.rows.end(),
                                       {row.x, row.y, row.z, static_cast<float>(last[r])});
            }
        }
    }
    return out;
}

result<affine_character> make_character(std::int64_t bones) {
    std::vector<vec3<double>> centres;
    for (std::int64_t j = 0; j < bones; ++j) {
        centres.push_back({0.1 * static_cast<double>(j), 0, 0});
    }
    result<rig> made = make_affine_rig(centres);
    if (!made) {
        return made.error();
    }
    return make_affine_kind(*std::move(made), {},
                            {{make_clip("walk", bones, 0.3), make_clip("run", bones, 0.6)}});
}

affine_cost::way measure_way(const char* name, pipeline& systems, std::int64_t frames,
                             const progress& tell) {
    std::vector<double> ms;
    for (std::int64_t i = 0; i < to_settle + frames; ++i) {
        const double start = core_ns();
        systems.run(frame_time);
        if (i >= to_settle) {
            ms.push_back(1e-6 * (core_ns() - start));
        }
        if (tell) {
            tell(name, i + 1, to_settle + frames);
        }
    }
    std::sort(ms.begin(), ms.end());
    return {name, ms.front(), ms[ms.size() / 2]};
}

} // namespace

result<affine_cost> measure_affine(const bench_options& options, const progress& tell) {
    const result<affine_character> who = make_character(options.bones);
    if (!who) {
        return error{errors::bad_size, who.error().message};
    }
    const auto kind = palette_only(*who->kind);
    const clip& walk = who->clips->clips[0];
    affine_cost out;
    out.options = options;
    out.clip_frames = frames_of_clip;
    out.vertices = vertices_of_mesh;
    out.clip_bytes = walk.affine.rows.size() * sizeof(float);
    out.track_bytes = (walk.times.size() + walk.values.size()) * sizeof(float) +
                      walk.tracks.size() * sizeof(track);
    out.cache_bytes =
        static_cast<std::uint64_t>(3 * vertices_of_mesh * frames_of_clip) * sizeof(float);
    entt::registry registry;
    std::vector<entt::entity> crowd;
    for (std::int64_t i = 0; i < options.characters; ++i) {
        crowd.push_back(spawn(registry, kind));
        play(registry, crowd.back(), who->clips, "walk",
             {.start = static_cast<float>(i % 97) / 97 * walk.duration});
    }
    pipeline systems(registry, {.order = options.order, .measure = false});
    out.ways.push_back(measure_way("one clip", systems, options.frames, tell));
    out.state_hash = state_hash(registry);
    out.bytes_per_character = bytes_per_character(registry);
    for (const entt::entity one : crowd) {
        cross_fade(registry, one, "run", 1000); // never over
    }
    out.ways.push_back(measure_way("cross-fade", systems, options.frames, tell));
    return out;
}

std::string affine_table(const affine_cost& of) {
    std::string out;
    append_format(out, "%" PRId64 " decomposed characters of %" PRId64 " bones, one thread\n",
                  of.options.characters, of.options.bones);
    append_format(out, "%-12s %10s %10s %14s\n", "", "best ms", "median", "ns/character");
    for (const affine_cost::way& one : of.ways) {
        append_format(out, "%-12s %10.3f %10.3f %14.1f\n", one.name.c_str(), one.best_ms,
                      one.median_ms,
                      1e6 * one.best_ms / static_cast<double>(of.options.characters));
    }
    append_format(out,
                  "memory: %" PRIu64 " bytes per character, %" PRIu64 " per clip of %" PRId64
                  " frames (+ %" PRIu64 " of bones' tracks)\n",
                  of.bytes_per_character, of.clip_bytes, of.clip_frames, of.track_bytes);
    append_format(out,
                  "the same clip as a vertex cache of %" PRId64 " vertices: %" PRIu64
                  " bytes, %.0f times as much\n",
                  of.vertices, of.cache_bytes,
                  static_cast<double>(of.cache_bytes) / static_cast<double>(of.clip_bytes));
    append_format(out, "state hash %016" PRIx64 "\n", of.state_hash);
    return out;
}

std::string affine_json(const affine_cost& of) {
    nlohmann::ordered_json ways = nlohmann::ordered_json::array();
    for (const affine_cost::way& one : of.ways) {
        ways.push_back(
            {{"name", one.name}, {"best_ms", one.best_ms}, {"median_ms", one.median_ms}});
    }
    const nlohmann::ordered_json out = {{"characters", of.options.characters},
                                        {"bones", of.options.bones},
                                        {"ways", ways},
                                        {"bytes_per_character", of.bytes_per_character},
                                        {"clip_frames", of.clip_frames},
                                        {"clip_bytes", of.clip_bytes},
                                        {"track_bytes", of.track_bytes},
                                        {"vertices", of.vertices},
                                        {"cache_bytes", of.cache_bytes}};
    return out.dump(2);
}

} // namespace jounce::bench

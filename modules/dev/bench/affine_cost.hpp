#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace jounce::bench {

/// The cost of a crowd of decomposed characters, whose palettes come from clips alone.
struct affine_cost {
    struct way {
        std::string name;   ///< one clip; cross-fade
        double best_ms = 0; ///< of the calling thread's CPU time, per frame
        double median_ms = 0;
    };
    bench_options options;
    std::vector<way> ways;
    std::uint64_t bytes_per_character = 0;
    std::int64_t clip_frames = 0;
    std::uint64_t clip_bytes = 0;  ///< matrices of the clip, shared by all who play it
    std::uint64_t track_bytes = 0; ///< what the clip also has for sockets and springs
    std::int64_t vertices = 0;     ///< of the mesh that the vertex cache is of
    std::uint64_t cache_bytes =
        0; ///< 3 floats per vertex and frame: the same clip as a vertex cache
    std::uint64_t state_hash = 0; ///< after the frames of the first way
};

/// Plays a clip of 48 frames on `options.characters` characters of `options.bones` bones, each at a moment of
/// its own, on the calling thread. Threads, springs and solver of the options do not count.
/// Errors: `bad_size`.
result<affine_cost> measure_affine(const bench_options& options, const progress& tell = {});

/// A table for people, or one JSON object.
std::string affine_table(const affine_cost& of);
std::string affine_json(const affine_cost& of);

} // namespace jounce::bench

#pragma once

#include <jounce/modules/dev/bench/bench_run.hpp>
#include <jounce/modules/dev/bench/turns.hpp>
#include <jounce/modules/profiling/clock.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jounce::bench {

/// The cost of binding a mesh to bones.
struct weights_cost {
    struct point {
        std::int64_t vertices = 0; ///< of the figure: as near to the plan as its grid comes
        std::int64_t bones = 0;
        std::int64_t unknowns = 0; ///< of heat, per bone: coarse meshes are refined
        side_cost heat;
        side_cost nearest;
        std::optional<side_cost> bone_by_bone; ///< heat, the matrix factorised anew for every bone
        std::uint64_t bytes = 0;               ///< that heat takes at most, by `bytes_to_bind`
    };
    std::int64_t threads = 1;          ///< that work
    int turns = 0;                     ///< of each way: the best and the middle one count
    std::vector<point> of_vertices;    ///< more vertices, the same bones
    std::vector<point> of_bones;       ///< more bones, the same vertices
    std::vector<std::string> left_out; ///< what was not measured, and why
};

/// What is bound.
struct weights_plan {
    std::vector<std::int64_t> vertices = {1000, 5000, 20000, 100000, 200000};
    std::int64_t bones = 60; ///< of all these
    std::vector<std::int64_t> bone_counts = {15, 30, 60, 120};
    std::int64_t vertices_of_bones = 20000; ///< of all those
    std::int64_t most_by_bone = 5000;       ///< vertices that are also bound bone by bone
    int turns = 3;                          ///< of each way, at least 1
    std::function<std::uint64_t()> clock = now_ns;
};

/// Binds `make_weights_figure` by heat with default options, by the nearest bone, and by
/// `bind_bone_by_bone`, in turns. Of `options` the threads count: so many work, one of them the caller; 0
/// is 1. Meshes that would take more than half of the machine's memory are left out and listed.
/// Errors as `weights::bind_surface`.
result<weights_cost> measure_weights(const bench_options& options, const weights_plan& plan = {},
                                     const progress& tell = {});

} // namespace jounce::bench

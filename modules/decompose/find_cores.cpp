#include <jounce/modules/decompose/find_cores.hpp>

#include <jounce/modules/decompose/divide_bones.hpp>
#include <jounce/modules/decompose/find_modes.hpp>
#include <jounce/modules/decompose/split_bones.hpp>

#include <algorithm>

namespace jounce::decompose {
namespace {

/// Points that the paper's rule counts at most, how many of them make a mode, and how many modes there may be.
constexpr std::size_t counted_points = 10'000, points_of_mode = 40, most_modes = 100;
/// Smaller parts are no cores.
constexpr std::size_t triangles_of_core = 12;

std::vector<core_triangles> triangles_of(const found_modes& modes,
                                         const rotation_sequences& rotations) {
    std::vector<core_triangles> out;
    for (const std::vector<std::uint32_t>& points : modes.core) {
        core_triangles& core = out.emplace_back();
        for (const std::uint32_t point : points) {
            core.push_back(rotations.triangles[point]);
        }
    }
    return out;
}

} // namespace

std::optional<found_cores> find_cores(const working_poses& poses,
                                      const rotation_sequences& rotations,
                                      const decompose_options& options,
                                      const work::work_step& step) {
    const std::size_t count = rotations.triangles.size();
    const float bandwidth =
        static_cast<float>(9 * options.bandwidth * static_cast<double>(rotations.points.frames()));
    const std::optional<shifted_points> shifted = shift_points(
        rotations.points, {bandwidth, options.literal ? 0 : options.merge}, options.work, step);
    if (!shifted) {
        return std::nullopt;
    }
    const std::size_t stride =
        std::max<std::size_t>((count + counted_points - 1) / counted_points, 1);
    // Small meshes would have no bones by the paper's rule. From 4000 triangles on it is the same.
    const std::size_t least = options.literal
                                  ? points_of_mode
                                  : std::clamp(count / 100, triangles_of_core, points_of_mode);
    const found_modes modes = find_modes(*shifted, {bandwidth, stride, least, most_modes});
    found_cores out;
    out.wanted = modes.core.size();
    out.near_rigid = static_cast<double>(modes.core_points()) /
                     static_cast<double>(std::max<std::size_t>(poses.triangles.size(), 1));
    if (options.literal) {
        out.cores = triangles_of(modes, rotations);
        return out;
    }
    const std::size_t least_counted =
        std::max<std::size_t>((triangles_of_core + stride / 2) / stride, 1);
    const found_modes small = find_modes(*shifted, {bandwidth, stride, least_counted, max_bones});
    out.cores = split_bones(poses, triangles_of(small, rotations), triangles_of_core);
    return out;
}

bool add_cores(const working_poses& poses, const rotation_sequences& rotations, std::size_t count,
               std::vector<core_triangles>& cores, const work::work_options& work,
               const work::work_step& step) {
    std::vector<unsigned char> is_used(poses.triangles.size(), 0);
    for (const core_triangles& core : cores) {
        for (const std::uint32_t i : core) {
            is_used[i] = 1;
        }
    }
    core_triangles rest;
    std::copy_if(rotations.triangles.begin(), rotations.triangles.end(), std::back_inserter(rest),
                 [&](std::uint32_t i) { return is_used[i] == 0; });
    std::vector<core_triangles> parts = split_bones(poses, {std::move(rest)}, 1);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    for (core_triangles& part : parts) {
        if (cores.size() < count) {
            cores.push_back(std::move(part));
        }
    }
    return divide_bones(poses, rotations, count, cores, work, step);
}

} // namespace jounce::decompose

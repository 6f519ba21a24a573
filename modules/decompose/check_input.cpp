#include <jounce/modules/decompose/check_input.hpp>

#include <jounce/modules/decompose/sequence_table.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace jounce::decompose {
namespace {

bool is_finite(const vec3<double>& v) {
    // Squares of larger numbers have no room in a double once they are summed.
    const auto is_fine = [](double x) { return std::abs(x) <= 1e100; };
    return is_fine(v.x) && is_fine(v.y) && is_fine(v.z);
}

error not_a_number(const std::string& where, std::size_t vertex) {
    return {errors::not_finite, where + " has vertex " + std::to_string(vertex) +
                                    " at no finite place; leave the frame out or repair the file"};
}

result<void> check_options(const decompose_options& options) {
    if (options.bones > max_bones || options.influences < 1 || options.influences > 64 ||
        options.refits > 1000 || !(options.error >= 0) || !(options.error <= 100) ||
        !(options.bandwidth >= 1e-4) || !(options.bandwidth <= 1) || !(options.merge >= 0) ||
        !(options.merge <= 0.5)) {
        return error{errors::out_of_range,
                     "bones must be at most " + std::to_string(max_bones) +
                         ", error 0 to 100, bandwidth 1e-4 to 1, influences 1 to 64, refits at "
                         "most 1000, merge 0 to 0.5"};
    }
    return {};
}

result<void> check_counts(const mesh_animation& from) {
    if (from.rest.empty()) {
        return error{errors::no_vertices, "the mesh has no vertices"};
    }
    if (from.rest.size() > 0xFFFF'FFFFULL) {
        return error{errors::too_many, "the mesh has more vertices than an index can count"};
    }
    if (from.frames.size() % from.rest.size() != 0) {
        return error{errors::bad_count,
                     "the rest pose has " + std::to_string(from.rest.size()) +
                         " vertices, but the places of all frames are " +
                         std::to_string(from.frames.size()) +
                         ", no multiple of it; all frames need the vertices of the rest pose"};
    }
    if (from.frames.empty()) {
        return error{errors::bad_count, "there is no frame; give at least one"};
    }
    if (from.triangles.size() % 3 != 0) {
        return error{errors::bad_count, "the triangles have " +
                                            std::to_string(from.triangles.size()) +
                                            " corners, no multiple of three"};
    }
    if (from.triangles.empty()) {
        return error{errors::no_triangles,
                     "the mesh has no triangles; bones are found from how triangles turn"};
    }
    for (std::size_t i = 0; i < from.triangles.size(); ++i) {
        if (from.triangles[i] >= from.rest.size()) {
            return error{errors::bad_index, "triangle " + std::to_string(i / 3) + " names vertex " +
                                                std::to_string(from.triangles[i]) + " of " +
                                                std::to_string(from.rest.size())};
        }
    }
    return {};
}

} // namespace

std::size_t frames_to_shift(std::size_t triangles, std::size_t frames,
                            const decompose_options& options) {
    if (options.literal || options.merge <= 0) {
        return frames;
    }
    const std::size_t most = std::size_t{64} * 20'000 / std::max<std::size_t>(triangles, 1);
    return std::min(frames, std::clamp<std::size_t>(most, 24, 64));
}

std::uint64_t bytes_to_decompose(std::size_t vertices, std::size_t triangles, std::size_t frames,
                                 const decompose_options& options) {
    // In double, so that no count can overflow.
    const auto n = static_cast<double>(vertices), s = static_cast<double>(frames);
    const auto t = static_cast<double>(triangles);
    const auto numbers = static_cast<double>(frames_to_shift(triangles, frames, options));
    const double bones = static_cast<double>(std::max<std::size_t>(options.bones, 256));
    const double places = 24 * n * s * (options.rank > 0 ? 2.0 : 1.0);
    const double rows = 4 * (9 * numbers * 1.2 + 32); // of a point, with its sums
    const double shifted = t * (rows * 3 + 200);      // points, their means, their ends
    const double bone_bytes = 24 * s * 4 * bones * 6 + 16 * 16 * bones * bones * 3;
    const double weights = n * (static_cast<double>(options.influences) * 40 + 100);
    const double corrections =
        options.rank > 0
            ? 8 * s * s * (4 + n / 1000) + 48 * n * std::min(static_cast<double>(options.rank), s)
            : 0;
    const double bytes = places + shifted + bone_bytes + weights + corrections;
    return bytes < 1e18 ? static_cast<std::uint64_t>(bytes) : ~0ULL;
}

result<void> check_input(const mesh_animation& from, const decompose_options& options) {
    if (result<void> good = check_options(options); !good) {
        return good;
    }
    if (result<void> good = check_counts(from); !good) {
        return good;
    }
    for (std::size_t v = 0; v < from.rest.size(); ++v) {
        if (!is_finite(from.rest[v])) {
            return not_a_number("the rest pose", v);
        }
    }
    for (std::size_t i = 0; i < from.frames.size(); ++i) {
        if (!is_finite(from.frames[i])) {
            return not_a_number("frame " + std::to_string(i / from.rest.size()),
                                i % from.rest.size());
        }
    }
    const std::uint64_t bytes = bytes_to_decompose(from.rest.size(), from.triangles.size() / 3,
                                                   from.frame_count(), options);
    if (bytes > options.max_bytes) {
        return error{errors::too_large, "decomposing would take about " +
                                            std::to_string(bytes >> 20U) +
                                            " MiB; allow more by max_bytes, or give fewer frames"};
    }
    return {};
}

result<void> check_bones(const mesh_animation& from, std::span<const affine<double>> bones,
                         std::size_t bone_count) {
    if (bone_count == 0 || bone_count > max_bones) {
        return error{errors::no_bones, "give 1 to " + std::to_string(max_bones) + " bones"};
    }
    if (bones.size() / bone_count != from.frame_count() || bones.size() % bone_count != 0) {
        return error{errors::bad_count, "there are " + std::to_string(bones.size()) +
                                            " matrices for " + std::to_string(bone_count) +
                                            " bones and " + std::to_string(from.frame_count()) +
                                            " frames; give one per bone and frame"};
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const mat3<double>& linear = bones[i].linear;
        if (!is_finite(linear.column[0]) || !is_finite(linear.column[1]) ||
            !is_finite(linear.column[2]) || !is_finite(bones[i].translation)) {
            return error{errors::not_finite, "bone " + std::to_string(i % bone_count) +
                                                 " is not finite in frame " +
                                                 std::to_string(i / bone_count)};
        }
    }
    return {};
}

} // namespace jounce::decompose

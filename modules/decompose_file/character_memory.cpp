#include <jounce/modules/decompose_file/character_memory.hpp>

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/morph_target.hpp>
#include <jounce/components/assets/skinned_mesh.hpp>
#include <jounce/components/block/palette.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/modules/render/clip_instance.hpp>
#include <jounce/modules/render/instance.hpp>

#include <algorithm>
#include <numeric>

namespace jounce::decompose {
namespace {

using morph_place = decltype(morph_target::positions)::value_type;
using morph_normal = decltype(morph_target::normals)::value_type;

/// As `read_character` has it: matrices for flexible bones, else rotations that also scale.
std::uint64_t palette_bytes(bone_kind kind, std::size_t bones) {
    palette one;
    one.mode = kind == bone_kind::flexible ? palette_mode::matrix : palette_mode::polar;
    one.joint_count = static_cast<std::int32_t>(bones);
    return static_cast<std::uint64_t>(one.lane_stride()) * sizeof(palette_row<float>);
}

std::uint64_t clip_bytes(const decomposition& of, std::size_t frames) {
    const std::size_t bones = of.bone_count();
    const std::uint64_t coefficients = of.corrected.rank * frames * sizeof(float);
    if (of.kind == bone_kind::flexible) {
        constexpr std::size_t numbers = 12; // three rows of four
        return numbers * bones * frames * sizeof(float) + coefficients;
    }
    constexpr std::size_t numbers = 7; // translation and rotation
    const std::uint64_t times = frames * sizeof(float);
    return numbers * bones * frames * sizeof(float) + times + 2 * bones * sizeof(track) +
           coefficients;
}

} // namespace

std::uint64_t character_memory::shared() const {
    return std::accumulate(clips.begin(), clips.end(), weights + corrections);
}

character_memory memory_of(const decomposition& found, std::span<const take> takes) {
    character_memory out;
    const std::size_t vertices = found.weights.vertex_count();
    const auto used = std::count_if(found.weights.entries.begin(), found.weights.entries.end(),
                                    [](const weights::bone_weight& one) { return one.weight > 0; });
    out.weights = static_cast<std::uint64_t>(used) * sizeof(influence) +
                  (vertices + 1) * sizeof(std::uint32_t);
    out.corrections =
        found.corrected.rank * vertices * (sizeof(morph_place) + sizeof(morph_normal));
    for (const take& one : takes) {
        out.clips.push_back(clip_bytes(found, one.frame_count));
        out.caches.push_back(std::uint64_t{one.frame_count} * vertices * sizeof(vec3<float>));
    }
    out.palette = palette_bytes(found.kind, found.bone_count());
    if (found.kind == bone_kind::flexible) {
        out.instance = sizeof(render::clip_instance) + sizeof(placement);
        out.instance_sent = sizeof(render::instance);
    }
    return out;
}

} // namespace jounce::decompose

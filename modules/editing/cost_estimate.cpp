#include <jounce/modules/editing/cost_estimate.hpp>

#include <jounce/modules/animation/clip_actions.hpp>
#include <jounce/modules/pipeline/pipeline.hpp>
#include <jounce/modules/rig/spring_bones.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace jounce::editing {
namespace {

constexpr double crowd_size = 1000;
constexpr std::size_t least_copies = 64;
constexpr std::size_t most_copies = 1000;
constexpr int most_frames = 1000;

/// Nanoseconds per element and frame, from the table of the README: stable springs, two ticks per frame.
struct usual_rates {
    double character = 52;
    double bone = 1.8 + 2.0; // fk and pose
    double joint = 2.1;
    double spring = 50;
    double spring_beside_colliders = 73; // with four of them
};

double counted_ms(const character_counts& counts) {
    constexpr usual_rates rates;
    const double beside = (rates.spring_beside_colliders - rates.spring) / 4;
    const auto number = [](std::size_t count) { return static_cast<double>(count); };
    const double ns = rates.character + rates.bone * number(counts.bones) +
                      rates.joint * number(counts.joints) +
                      number(counts.springs) * (rates.spring + beside * number(counts.colliders));
    return crowd_size * ns * 1e-6;
}

std::optional<error> check_options(const gltf::ready_kind& of, const measure_options& options) {
    if (of.kind == nullptr) {
        return error{errors::no_kind, "there is no kind to measure; pass that of a character"};
    }
    if (options.copies < least_copies || options.copies > most_copies || options.frames < 1 ||
        options.frames > most_frames || !(options.dt > 0 && options.dt <= 1)) {
        return error{errors::bad_option,
                     "measuring takes 64 to 1000 copies, 1 to 1000 frames and a "
                     "time step above 0 and up to 1 s"};
    }
    return std::nullopt;
}

/// Characters in a row, each at another moment of its clip.
void fill(entt::registry& registry, const gltf::ready_kind& of, std::size_t copies) {
    for (std::size_t i = 0; i < copies; ++i) {
        placement at = natural_placement(of.kind->rig);
        at.position.x = 2.0 * static_cast<double>(i);
        const entt::entity who = gltf::spawn(registry, of, at);
        if (of.clips != nullptr && !of.clips->clips.empty() &&
            play(registry, who, of.clips->clips.front().name)) {
            seek(registry, who, 0.1 * static_cast<double>(i % 16));
        }
    }
}

} // namespace

character_counts count_parts(const character_kind& kind) {
    character_counts out;
    out.bones = kind.rig.parents.size();
    out.springs = spring_bones(kind).size();
    out.colliders = kind.springs.stable.colliders.size();
    out.joints = kind.bind.joints.size();
    return out;
}

result<crowd_cost> estimate_cost(const gltf::ready_kind& of, const measure_options& options,
                                 const std::function<std::uint64_t()>& clock) {
    if (std::optional<error> wrong = check_options(of, options)) {
        return *std::move(wrong);
    }
    entt::registry registry;
    pipeline frames(registry, {.measure = false});
    fill(registry, of, options.copies);
    std::vector<double> times;
    for (int frame = 0; frame < 2 * options.frames; ++frame) {
        const std::uint64_t begin = clock();
        frames.run(options.dt);
        const std::uint64_t end = clock();
        if (frame >= options.frames) {
            times.push_back(static_cast<double>(end - begin));
        }
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    crowd_cost out;
    out.counts = count_parts(*of.kind);
    out.counted_ms = counted_ms(out.counts);
    out.copies = options.copies;
    out.measured_ms = *middle * 1e-6 * crowd_size / static_cast<double>(options.copies);
    return out;
}

} // namespace jounce::editing

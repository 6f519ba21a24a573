#include <jounce/modules/procedural/motion.hpp>

#include <jounce/components/base/assert.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/crowd/character_access.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::procedural {
namespace {

/// Much like sin(2 pi cycles), of arithmetic only: a triangle wave with its corners rounded off.
float wave(double cycles) {
    const double quarter = cycles - 0.25;
    const double saw = quarter - std::floor(quarter + 0.5);
    const double triangle = 1.0 - 4.0 * std::abs(saw);
    return static_cast<float>(0.5 * triangle * (3.0 - triangle * triangle));
}

/// Height of a thing that is thrown once a cycle, over its largest: a parabola, then the ground.
float thrown(double cycles, double air_share) {
    const double t = (cycles - std::floor(cycles)) / air_share;
    return t < 1 ? static_cast<float>(4 * t * (1 - t)) : 0.0F;
}

float fade_in(double time) {
    const double t = std::clamp(time, 0.0, 1.0);
    return static_cast<float>(t * t * (3.0 - 2.0 * t));
}

} // namespace

transform<float> pose_at(const driver& bone, double time, double phase) {
    const float fade = fade_in(time);
    float turn = fade * wave(time * static_cast<double>(bone.turn_hertz) + phase);
    if (bone.turn_burst_hertz > 0) {
        turn *= std::max(0.0F, wave(time * static_cast<double>(bone.turn_burst_hertz) + phase));
    }
    const double shift_cycles = time * static_cast<double>(bone.shift_hertz) + phase;
    const float shift =
        fade * (bone.air_share > 0 ? thrown(shift_cycles, static_cast<double>(bone.air_share))
                                   : wave(shift_cycles));
    quat<float> turned =
        normalised(quat<float>{turn * bone.turn.x, turn * bone.turn.y, turn * bone.turn.z, 1.0F});
    for (std::int32_t n = 0; n < bone.turn_doublings; ++n) {
        turned = normalised(turned * turned);
    }
    return {bone.rest.rotation * turned, bone.rest.translation + shift * bone.shift,
            bone.rest.scale};
}

void animate(entt::registry& registry, entt::entity character, double time, double phase) {
    const motion* moves = registry.try_get<motion>(character);
    JOUNCE_ASSERT(moves != nullptr,
                  "this character has no motion: spawn it with procedural::spawn");
    if (moves == nullptr) {
        return;
    }
    character_pose pose = pose_of(registry, character);
    if (!pose) {
        return;
    }
    for (const driver& bone : *moves->plan) {
        pose.set(bone.bone, pose_at(bone, time, phase));
    }
}

double crowd_phase(std::size_t index) {
    constexpr double golden_ratio = 0.6180339887498949;
    const double turns = static_cast<double>(index) * golden_ratio;
    return turns - std::floor(turns);
}

} // namespace jounce::procedural

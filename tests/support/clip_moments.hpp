#pragma once

// What blocks play, for tests of the kernel.

#include "support/clips.hpp"

#include <jounce/systems/animation/sample.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce::test {

/// How far sampled poses may be from the exact ones: a few roundings of numbers around one. In double
/// too, since rotations stored in float have unit length only so far.
template <class Real> inline constexpr double tolerance = sizeof(Real) == 4 ? 3e-6 : 1e-7;

/// Every lane plays one clip at its own time.
inline block_moment one_clip(const clip& source, double first, double step) {
    block_moment now;
    now.playing = 0xFF;
    for (std::size_t lane = 0; lane < now.lanes.size(); ++lane) {
        now.lanes[lane].layers[0] = {&source, first + static_cast<double>(lane) * step, 1, nullptr};
        now.lanes[lane].override_count = now.lanes[lane].layer_count = 1;
    }
    return now;
}

/// All numbers of one lane.
template <class Real> std::vector<Real> numbers_of(basic_local_pose<Real>& pose, int of_lane) {
    std::vector<Real> out;
    visit_lanes(pose, [&](std::span<lane<Real>> all) {
        for (const lane<Real>& value : all) {
            out.push_back(value.v[of_lane]);
        }
    });
    return out;
}

/// Also told apart by the sign of zero.
inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

/// A rig of bones that stand at random and may scale by axis.
template <class Real> basic_character_kind<Real> affine_kind(std::uint32_t seed) {
    rig_recipe recipe;
    recipe.stretch = true;
    return random_kind<Real>(seed, recipe);
}

} // namespace jounce::test

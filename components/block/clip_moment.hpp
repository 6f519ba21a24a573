#pragma once

#include <jounce/components/assets/clip.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/components/host/clip_player.hpp>

#include <array>
#include <cstdint>

namespace jounce {

/// One clip at one moment.
struct clip_moment {
    const clip* source = nullptr; ///< null: the rest pose
    double time = 0;              ///< seconds, finite; outside the keys the nearest counts
    float weight = 0;             ///< finite, at least 0
    /// [track], then [morph track]: where keys were found last, or null. Any numbers are allowed.
    std::uint32_t* found_keys = nullptr;
};

/// What one character shows: the first `override_count` layers blended, the others added.
/// The weights of the former have a sum of 1; those of the latter are used as they are.
struct character_moment {
    std::array<clip_moment, clip_layers> layers{};
    std::int32_t override_count = 0; ///< 0: the rest pose is what the others are added to
    std::int32_t layer_count = 0;
};

/// What a block shows.
struct block_moment {
    std::array<character_moment, lane_count> lanes{};
    std::uint32_t playing = 0; ///< bit per lane; the pose of other lanes is left alone
};

} // namespace jounce

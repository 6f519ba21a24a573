#pragma once

#include <jounce/modules/dev/replay/golden_case.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jounce::replay {

/// How far a tail was from the animation at the end of each frame; frame i ends (i + 1) / fps
/// seconds after the start of the first hold (`resampled`).
struct tail_trace {
    int fps = 0;
    std::vector<double> reference;
    std::vector<double> stable;
};

struct tail_traces {
    std::int32_t bone = 0; ///< of the case
    std::vector<tail_trace> rates;
};

/// Plays the motion of a case at frame rates (1 to 1000, at least one) and keeps what one spring
/// tail did, in double. Without a bone it is the one whose tail the stable solver takes farthest
/// from the animation, at the first rate.
/// Error names: `no_spring`, and those of `resampled` and of the builders.
result<tail_traces> trace_tail(const golden_case& recorded, const std::vector<int>& rates,
                               std::optional<std::int32_t> bone);

/// The spring bone that a person means by "3" or by "bone_3".
/// Error name: `no_spring`, with a message that lists those there are.
result<std::int32_t> find_spring(const golden_case& recorded, const std::string& name);

} // namespace jounce::replay

#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/base/lanes.hpp>
#include <jounce/systems/block_component.hpp>

#include <cstddef>
#include <span>

namespace jounce {

// Constant numbers that blocks of every solver had in the first version. They are still part of
// hashes, so that old and new hashes can be compared.

/// That of a spring of the reference solver which has not made a step.
inline void visit_fresh(lane_reader visit) {
    lane<float> one;
    for (float& value : one.v) {
        value = 1;
    }
    visit(std::span<const lane<float>>(&one, 1));
}

/// Heads and tails at rest of the bones that springs move.
inline void visit_resting(const character_kind& kind, lane_reader visit) {
    for (const auto* ends : {&kind.rig.rest_head, &kind.rig.rest_tail}) {
        for (const affected_bone<float>& moved : kind.springs.affected) {
            lane_vec3<float> all;
            for (int lane = 0; lane < lane_count; ++lane) {
                set_lane(all, lane, (*ends)[static_cast<std::size_t>(moved.bone)]);
            }
            visit(std::span<const lane<float>>(&all.x, 1));
            visit(std::span<const lane<float>>(&all.y, 1));
            visit(std::span<const lane<float>>(&all.z, 1));
        }
    }
}

} // namespace jounce

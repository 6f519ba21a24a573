#pragma once

#include <jounce/components/block/control_state.hpp>
#include <jounce/components/block/frame_environment.hpp>
#include <jounce/components/block/stable_state.hpp>
#include <jounce/components/host/placement.hpp>
#include <jounce/components/host/spring_control.hpp>
#include <jounce/components/world/world_forces.hpp>

namespace jounce {

/// Input of one character when a frame begins.
struct character_frame {
    const placement* at = nullptr;        ///< null: it stands at the origin and never moves
    const centre_space* centre = nullptr; ///< null: the world
    spring_control control;
    float dt = 0;
    double time = 0;           ///< of the frame's end, for gusts
    float metres_per_unit = 1; ///< of its rig: its scale where it has no placement
};

/// Computes the effects of a frame's motion and of the world on one character, relative to the
/// character, and in double until numbers are small.
/// Reads  placement, centre_space, spring_control, world_forces.  Writes  one lane of frame_environment,
/// control_state.  Cost  O(1).
void prepare(const character_frame& now, const world_forces& world, control_state& state,
             frame_environment& to, int lane) noexcept;

} // namespace jounce

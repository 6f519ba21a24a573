#pragma once

namespace jounce {

/// Controls of one character. Optional component, written by the host.
struct spring_control {
    float weight = 1;           ///< 0: the animated pose, 1: all that the springs do
    float fade_seconds = 0.25F; ///< for the weight to go all the way
    bool paused = false;        ///< the springs keep their deflection and follow rigidly
    float follow = 0; ///< 0..1, share of the character's own motion that does not act on springs
    bool teleport = false; ///< this frame's move does not act on springs; cleared when done
    bool reset = false;    ///< springs start again at the animated pose; cleared when done
    /// m; a move in one frame is a teleport if it differs from the move that the character's own
    /// velocity explains by more than this plus `teleport_speed` times the frame's dt. 0: never
    float teleport_distance = 0.75F;
    float teleport_speed = 15; ///< m/s by which motion may change its velocity within a frame
    float teleport_angle =
        1.6F;       ///< rad; the same for turns: beyond what its spin explains. 0: never
    float wind = 1; ///< share of the wind that reaches the character
};

} // namespace jounce

#pragma once

#include "common/camera.hpp"

#include <jounce/components/base/math_types.hpp>

#include <cstdint>

namespace viewer {

/// What the next click in the picture is for.
enum class click_purpose : std::uint8_t {
    pick,
    place_helper, ///< at the skin there, inside of it
};

/// What somebody has chosen in the window and no file keeps. Panels, keys and the pointer write it; stage and
/// sight read it.
struct choices {
    std::int32_t bone = -1;     ///< selected, of the rig shown; -1: none
    std::int32_t collider = -1; ///< selected, of `spring_file::colliders`; -1: none

    click_purpose click = click_purpose::pick;

    bool show_bones = false;
    bool show_springs = true; ///< from the animated pose to the simulated one
    bool show_colliders = true;
    bool show_flesh = false;   ///< handles and points of baked flesh
    bool show_weights = false; ///< the mesh in the colours of its bones
    bool show_skin = true;
    bool springs_on = true; ///< false: as animated
    bool linear = false; ///< skinning by matrices, as glTF defines it, instead of dual quaternions
    bool split = false;  ///< beside it, the character as it was when the file was opened

    bool paused = false;
    float time_scale = 1; ///< 0.05 to 2
    int frame_rate = 0;   ///< of the simulation; 0: of the screen
    float clip_speed = 1;
    int clip = 0;               ///< of the model, -1: rest pose
    float fade = 0.3F;          ///< seconds that a change of clips takes
    bool keeps_on_spot = false; ///< a clip that walks off is walked back

    float gravity = 1;          ///< times 9.81
    jounce::vec3<float> wind{}; ///< metres per second
    float gusts = 0;            ///< share of the wind that comes and goes
    demo::camera eye{};
    float turntable = 0; ///< turns per second of the camera
};

} // namespace viewer

#pragma once

#include <jounce/components/assets/spring_set.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/systems/skin/cpu_skin.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace demo {

/// What is on stage.
enum class exhibition : std::uint8_t {
    gallery,      ///< one of each kind, each for a claim
    side_by_side, ///< one kind four times: rigid, springs with LBS, springs with DQS, springs off
    twist,        ///< the twisted bar, blended by matrices and by dual quaternions
    weights,      ///< one kind four times: weights by hand, by heat, by joint curves, by distance
    crowd,        ///< up to 10,000, with levels of detail and a budget
    stampede,     ///< up to 10,000 that play a clip from the GPU's memory, simplified by size
    bodies,       ///< one clip, several bodies: rest poses that were edited
    flesh,        ///< a heavy figure: rigid, with helper bones, with flesh, and poked
    touched,      ///< a hand that presses a cheek, and a shove that bones feel or do not
    flesh_crowd,  ///< up to 10,000 with flesh
    file,         ///< a glTF or VRM file of the user's
};

/// How springs are tuned, on top of what each kind has.
struct tuning_edit {
    int preset = -1; ///< of `jounce::presets()`, or -1: each kind's own
    float frequency = 1;
    float damping = 1;
    float gravity = 1;
    float drag = 1;

    friend bool operator==(const tuning_edit&, const tuning_edit&) = default;
};

struct shown_gizmos {
    bool bones = false;
    bool springs = false;
    bool colliders = false;
    bool limits = false;
    bool flesh = false;

    bool any() const { return bones || springs || colliders || limits || flesh; }
};

/// All that a person can change while the scene runs. Controls write it, the scene reads it.
struct settings {
    exhibition stage = exhibition::gallery;
    int selected = 0; ///< kind of `side_by_side` and `weights`
    std::int64_t crowd = 400;
    bool edited_bodies = true; ///< of the stampede
    jounce::solver_id solver = jounce::stable_solver;
    tuning_edit tuning;
    jounce::skin_method method = jounce::skin_method::dual_quaternion;
    std::optional<jounce::tissue_tier> tier; ///< of all flesh; none: each its own
    bool springs_on = true;
    bool rigid = false;
    bool deviation = false; ///< colours by distance from rigid skinning
    shown_gizmos gizmos;
    bool overlay = true;
    bool help = false;
    bool paused = false;
    bool step_once = false;
    float time_scale = 1;
    double wind = 0;      ///< m/s along x
    double budget_ms = 0; ///< of the pipeline per frame; 0: none
    bool wants_screenshot = false;
    bool wants_trace = false;
    bool wants_reset = false;   ///< of springs
    bool wants_impulse = false; ///< a push to every spring tip
    bool wants_camera_home = false;
    bool quit = false;
    float orbit_yaw = 0; ///< asked for since the last frame
    float orbit_pitch = 0;
    float zoom = 1;
};

/// Seconds of the world per frame where frames are not shown at their own pace.
inline constexpr float recorded_frame_time = 1.0F / 60.0F;

} // namespace demo

#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/world/clocks.hpp>
#include <jounce/modules/dev/bench/baseline.hpp>
#include <jounce/modules/dev/bench/baseline_bodies.hpp>
#include <jounce/systems/stable/tick.hpp>

#include <Eigen/Geometry>

#include <cstddef>
#include <vector>

namespace jounce::bench {

/// The stable solver written in the ordinary way, to measure against: springs of one character as an
/// array of structs, one after the other, with Eigen's vectors and quaternions. It computes the same
/// numbers as `tick` (a test compares them) for what `bench_character` uses: rigs of uniform scale,
/// springs of fixed length with a round limit or none, colliders of `baseline_knows`; nobody is
/// paused, and there is no wind, no force of the host's and no level of detail.
/// Compiled as baseline.cpp is.
struct stable_baseline {
    using bone = baseline_character::bone;

    /// As `spring_state`.
    struct spring {
        Eigen::Vector3f deflection = Eigen::Vector3f::Zero();
        Eigen::Vector3f before = Eigen::Vector3f::Zero();
        Eigen::Vector3f velocity = Eigen::Vector3f::Zero();
        Eigen::Vector3f position = Eigen::Vector3f::Zero();
        Eigen::Vector3f drive = Eigen::Vector3f::Zero();
        Eigen::Vector3f coupling = Eigen::Vector3f::Zero();
    };
    /// What the world does to the character, as `environment_lanes`. Written by the host.
    struct surroundings {
        Eigen::Quaternionf turn = Eigen::Quaternionf::Identity(); ///< this frame's motion
        Eigen::Vector3f shift = Eigen::Vector3f::Zero();
        float growth = 1;
        Eigen::Vector3f gravity = Eigen::Vector3f::Zero();
        float weight = 1;  ///< 0: the animated pose
        bool jumps = true; ///< springs are carried along this frame; the first is always one
    };

    /// As `lane_pose_rate` and `lane_recoil`.
    struct pose_rate {
        Eigen::Vector4f rotation = Eigen::Vector4f::Zero();
        Eigen::Vector3f translation = Eigen::Vector3f::Zero();
    };
    struct recoil {
        Eigen::Vector3f turn = Eigen::Vector3f::Zero();
        Eigen::Vector3f shift = Eigen::Vector3f::Zero();
    };

    std::vector<spring> springs;    ///< [spring]
    std::vector<bone> past_local;   ///< [walked bone], the pose of the frame before
    std::vector<bone> past_anchors; ///< [anchor], the same in model space
    std::vector<pose_rate> local_rates, anchor_rates;    ///< how fast they came there
    Eigen::Vector3f turn_rate = Eigen::Vector3f::Zero(); ///< the same of the model space
    Eigen::Vector3f shift_rate = Eigen::Vector3f::Zero();
    bool has_rates = false;
    std::vector<recoil> recoils;   ///< [walked bone], in the tick
    std::vector<bone> anchors;     ///< [anchor], at the time of the tick
    std::vector<bone> now, frozen; ///< [walked bone], see `walk`
    std::vector<baseline_body> frame_start, frame_end, tick_start, tick_end; ///< [collider]
    surroundings world;
    baseline_carry unseen; ///< motion that no tick has seen yet
};

/// A bone in its animated pose under its parent.
inline baseline_character::bone follow(const baseline_character::bone& parent,
                                       const baseline_character::bone& local) {
    return {parent.rotation * local.rotation,
            parent.translation + parent.scale * (parent.rotation * local.translation),
            parent.scale * local.scale};
}

/// Whether the ordinary way can compute a kind.
bool baseline_knows(const character_kind& kind);

/// A character at rest. @pre `baseline_knows(kind)`
stable_baseline make_stable_baseline(const character_kind& kind);

/// Puts the colliders to where their bones are at the end of the frame; before its ticks.
void baseline_attach(const character_kind& kind, const baseline_character& pose,
                     stable_baseline& who);

/// One tick, as `tick`. @pre `baseline_fk` has posed the character; level 0, no force, no wind
void baseline_tick(const character_kind& kind, const tick_place<float>& at,
                   const baseline_character& pose, stable_baseline& who);

/// After the ticks of a frame, as `finish_frame`.
void baseline_finish(const character_kind& kind, float share_done, bool had_ticks, float seconds,
                     const baseline_character& pose, stable_baseline& who);

/// A whole frame, as `run_ticks`.
void baseline_frame(const character_kind& kind, const frame_clock& clock,
                    const baseline_character& pose, stable_baseline& who);

/// Memory of one character besides its pose, bytes.
std::size_t stable_baseline_bytes(const character_kind& kind);

} // namespace jounce::bench

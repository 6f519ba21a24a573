#pragma once

#include <jounce/components/assets/character_kind.hpp>
#include <jounce/components/assets/clip.hpp>
#include <jounce/components/assets/tissue_set.hpp>
#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/result/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jounce::bake {

/// A bone relative to its parent, as files have it.
struct bone_key {
    vec3<float> translation;
    quat<float> rotation;
    vec3<float> scale = {1, 1, 1};
};

/// A bone that springs may move.
struct recorded_bone {
    std::int32_t bone = 0;    ///< index into the rig
    std::int32_t parent = -1; ///< place among the recorded ones, or -1: animated only
};

/// How a loop was closed.
struct loop_report {
    std::int32_t periods = 0; ///< the clip was played this often before the one that was kept
    double settling = 0;      ///< m, what changed from the last period but one to the last
    double blended = 0;       ///< m, difference between end and start that was blended away
    double clip_gap = 0;      ///< m, between the animated poses at both ends: not blended
};

/// What one character did during a clip, at evenly spaced times.
struct recorded_motion {
    std::string clip;                    ///< its name
    std::int32_t clip_index = -1;        ///< -1: no clip, the rest pose
    std::vector<float> times;            ///< [frame], from 0 to the clip's duration
    std::vector<recorded_bone> bones;    ///< parents first
    std::vector<bone_key> animated;      ///< [frame][bone], as the clip has it
    std::vector<bone_key> shown;         ///< [frame][bone], with springs
    std::vector<affine<double>> anchors; ///< [frame][bone], model space of the parent where that is
                                         ///< not recorded
    std::vector<vec3<float>> flesh;      ///< [frame][handle] of kinds with flesh, units
    double shear =
        0; ///< largest part of a bone's matrix that translation, rotation and scale cannot
           ///< say, over its size
    loop_report loop;

    std::size_t frame_count() const { return times.size(); }
    std::size_t at(std::size_t frame, std::size_t bone) const {
        return frame * bones.size() + bone;
    }
};

struct record_options {
    double fps = 60;   ///< 1 to 1000; the nearest rate that divides the clip into whole frames
    bool loop = false; ///< plays the clip until it repeats itself, then closes it
    double preroll =
        0; ///< s, before the first frame: of the first pose, or with `loop` of the clip
    double seconds = 2;      ///< how long to record where there is no clip
    bool every_bone = false; ///< records all bones, not only those that springs may move
    /// Of kinds with flesh: the same flesh with so many ticks per second, which end with frames.
    std::function<result<std::shared_ptr<const tissue_set>>(double tick_rate)> flesh_at = {};
    float flesh_weight = 1; ///< how much of its displacement is recorded
};

/// Called with the progress within a clip.
using record_progress = std::function<void(std::size_t done, std::size_t of)>;

/// More keys than this are treated as a mistake.
inline constexpr std::size_t max_recorded_keys = 4'000'000;

/// The bones that springs of a kind may move: spring bones and all below them, parents first.
std::vector<recorded_bone> moved_bones(const character_kind& kind);

/// Plays one clip on one character through the same pipeline as programs use, and records the
/// motion. Ticks end with frames (`land_ticks`), so springs are shown as they are when the frame
/// ends.
/// @param clip  index into `clips`, or -1: the rest pose for `record_options::seconds`
///
/// Error names: `bad_option`, `too_many_keys`, `unknown_clip`, those of `record_options::flesh_at`.
result<recorded_motion> record_motion(const std::shared_ptr<const character_kind>& kind,
                                      const std::shared_ptr<const clip_set>& clips,
                                      std::int32_t clip, const record_options& options,
                                      const record_progress& tell = {});

/// A key as a matrix, and back: signs of the scale as `like` has them. `shear` grows to what the key
/// leaves out.
affine<double> to_affine(const bone_key& key);
bone_key to_key(const affine<double>& local, const bone_key& like, double& shear);

/// [bone], model space, in one frame.
std::vector<affine<double>> model_pose(const recorded_motion& motion,
                                       const std::vector<bone_key>& keys, std::size_t frame);

} // namespace jounce::bake

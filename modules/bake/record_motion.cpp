#include <jounce/modules/bake/record_motion.hpp>

#include <jounce/modules/bake/close_loop.hpp>
#include <jounce/modules/bake/land_ticks.hpp>
#include <jounce/modules/bake/stage.hpp>
#include <jounce/modules/rig/spring_bones.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace jounce::bake {
namespace {

constexpr double least_fps = 1;
constexpr double most_fps = 1000;
constexpr double longest_preroll = 60;
constexpr double longest_settling = 120; ///< s, before a loop counts as one that never settles
constexpr std::int32_t most_periods = 64;
constexpr double settled = 1e-5; ///< of the rig's size

std::optional<error> check(const record_options& options) {
    const auto wrong = [](const char* name, double value, double least, double most) {
        return error{errors::bad_option, std::string(name) + " is " + std::to_string(value) +
                                             ", it must be from " + std::to_string(least) + " to " +
                                             std::to_string(most)};
    };
    if (!(options.fps >= least_fps && options.fps <= most_fps)) {
        return wrong("fps", options.fps, least_fps, most_fps);
    }
    if (!(options.preroll >= 0 && options.preroll <= longest_preroll)) {
        return wrong("preroll", options.preroll, 0, longest_preroll);
    }
    if (!(options.seconds > 0 && options.seconds <= 3600)) {
        return wrong("seconds", options.seconds, 0, 3600);
    }
    return std::nullopt;
}

/// Reads bones off a stage into a motion.
class recorder {
public:
    recorder(recorded_motion& motion, const character_kind& kind, stage& scene)
        : motion_(motion), kind_(kind), scene_(scene) {}

    void keep(std::size_t frame) {
        if (kind_.tissue != nullptr) {
            const std::size_t handles = static_cast<std::size_t>(kind_.tissue->handle_count);
            scene_.displacements(std::span(motion_.flesh).subspan(frame * handles, handles));
        }
        for (std::size_t b = 0; b < motion_.bones.size(); ++b) {
            const std::int32_t bone = motion_.bones[b].bone;
            const std::int32_t parent = kind_.rig.parents[static_cast<std::size_t>(bone)];
            const std::size_t at = motion_.at(frame, b);
            const affine<double> above = parent < 0 ? affine<double>{} : scene_.model(parent);
            const bone_key animated = scene_.animated(bone);
            motion_.animated[at] = animated;
            motion_.anchors[at] = above;
            // Nothing can be said relative to a parent that has been shrunk to nothing.
            const double volume = std::abs(determinant(above.linear));
            motion_.shown[at] = volume > 1e-18 ? to_key(inverse(above) * scene_.model(bone),
                                                        animated, motion_.shear)
                                               : animated;
        }
    }

private:
    recorded_motion& motion_;
    const character_kind& kind_;
    stage& scene_;
};

/// Heads and tails of the recorded bones in a frame.
std::vector<vec3<double>> ends_of(const recorded_motion& motion, const rig& bones,
                                  std::size_t frame) {
    std::vector<vec3<double>> out;
    const std::vector<affine<double>> pose = model_pose(motion, motion.shown, frame);
    for (std::size_t b = 0; b < pose.size(); ++b) {
        out.push_back(pose[b].translation);
        out.push_back(
            pose[b] *
            cast<double>(bones.tail_local[static_cast<std::size_t>(motion.bones[b].bone)]));
    }
    return out;
}

/// Farthest that flesh is from where it was, in units.
double change_of(const std::vector<vec3<float>>& flesh, const std::vector<vec3<float>>& before) {
    double most = 0;
    for (std::size_t h = 0; h < before.size(); ++h) {
        const vec3<double> now = cast<double>(flesh[flesh.size() - before.size() + h]);
        most = std::max(most, length(now - cast<double>(before[h])));
    }
    return most;
}

/// Plays whole periods until the springs do the same in two of them, and keeps the last.
void record_loop(recorded_motion& motion, const character_kind& kind, stage& scene, double dt,
                 const record_progress& tell) {
    recorder recording(motion, kind, scene);
    const std::size_t frames = motion.frame_count() - 1;
    const double period = dt * static_cast<double>(frames);
    const std::int32_t most = static_cast<std::int32_t>(
        std::clamp(longest_settling / period, 2.0, static_cast<double>(most_periods)));
    const loop_start start(motion);
    const double enough = settled * extent_of(kind.rig);
    std::vector<vec3<double>> before = ends_of(motion, kind.rig, 0);
    const auto handles = static_cast<std::ptrdiff_t>(motion.flesh.size() / motion.frame_count());
    std::vector<vec3<float>> flesh(motion.flesh.begin(), motion.flesh.begin() + handles);
    for (std::int32_t turn = 0; turn < most; ++turn) {
        start.begin_period(motion, turn == 0 ? 0 : frames);
        std::copy(flesh.begin(), flesh.end(), motion.flesh.begin());
        for (std::size_t f = 1; f <= frames; ++f) {
            scene.step(dt * static_cast<double>(f), dt);
            recording.keep(f);
            if (tell) {
                tell(f, frames);
            }
        }
        const std::vector<vec3<double>> after = ends_of(motion, kind.rig, frames);
        motion.loop.settling = change_of(motion.flesh, flesh);
        flesh.assign(motion.flesh.end() - handles, motion.flesh.end());
        for (std::size_t i = 0; i < after.size(); ++i) {
            motion.loop.settling = std::max(motion.loop.settling, length(after[i] - before[i]));
        }
        motion.loop.periods = turn;
        if (turn > 0 && motion.loop.settling <= enough) {
            break;
        }
        before = after;
    }
    close_loop(motion, kind.rig);
}

void weigh_flesh(recorded_motion& motion, float weight) {
    for (vec3<float>& one : motion.flesh) {
        one = weight * one;
    }
}

} // namespace

std::vector<recorded_bone> moved_bones(const character_kind& kind) {
    const rig& bones = kind.rig;
    std::vector<std::uint8_t> moves(bones.parents.size(), 0);
    for (const std::int32_t bone : spring_bones(kind)) {
        moves[static_cast<std::size_t>(bone)] = 1;
    }
    // The reference solver also shifts the direct children of spring bones, which are below them.
    std::vector<recorded_bone> out;
    std::vector<std::int32_t> place(bones.parents.size(), -1);
    for (std::size_t b = 0; b < moves.size(); ++b) {
        const std::int32_t parent = bones.parents[b];
        const std::int32_t above = parent < 0 ? -1 : place[static_cast<std::size_t>(parent)];
        if (moves[b] != 0 || above >= 0) {
            place[b] = static_cast<std::int32_t>(out.size());
            out.push_back({static_cast<std::int32_t>(b), above});
        }
    }
    return out;
}

result<recorded_motion> record_motion(const std::shared_ptr<const character_kind>& kind,
                                      const std::shared_ptr<const clip_set>& clips,
                                      std::int32_t clip, const record_options& options,
                                      const record_progress& tell) {
    if (std::optional<error> wrong = check(options)) {
        return *std::move(wrong);
    }
    if (clip >= 0 && (clips == nullptr || static_cast<std::size_t>(clip) >= clips->clips.size())) {
        return error{errors::unknown_clip, "there is no clip " + std::to_string(clip)};
    }
    recorded_motion motion;
    motion.clip_index = clip;
    double duration = options.seconds;
    if (clip >= 0) {
        const jounce::clip& played = clips->clips[static_cast<std::size_t>(clip)];
        motion.clip = played.name;
        duration = static_cast<double>(played.duration);
    }
    if (options.every_bone) {
        for (std::int32_t b = 0; b < kind->rig.bone_count(); ++b) {
            motion.bones.push_back({b, kind->rig.parents[static_cast<std::size_t>(b)]});
        }
    } else {
        motion.bones = moved_bones(*kind);
    }
    // A clip of a single key is a pose: one frame. Others are divided into whole frames, so that the
    // last is at the clip's end and a loop has the same frames in every period.
    const std::size_t handles =
        kind->tissue != nullptr ? static_cast<std::size_t>(kind->tissue->handle_count) : 0;
    const double count = duration > 0 ? std::max(1.0, std::round(duration * options.fps)) : 0;
    if (!((count + 1) * static_cast<double>(motion.bones.size() + 1 + handles) <=
          static_cast<double>(max_recorded_keys))) {
        return error{errors::too_many_keys,
                     "clip \"" + motion.clip + "\" has " + std::to_string(duration) +
                         " s, too many frames for " + std::to_string(motion.bones.size()) +
                         (options.every_bone ? " bones; record those of springs only, or use "
                                               "fewer frames per second"
                                             : " bones that springs move; use fewer frames per "
                                               "second")};
    }
    const std::size_t frames = static_cast<std::size_t>(count);
    const double dt = frames > 0 ? duration / count : 1 / options.fps;
    for (std::size_t f = 0; f <= frames; ++f) {
        motion.times.push_back(f == frames && frames > 0
                                   ? static_cast<float>(duration)
                                   : static_cast<float>(dt * static_cast<double>(f)));
    }
    const std::size_t keys = motion.times.size() * motion.bones.size();
    motion.animated.resize(keys);
    motion.shown.resize(keys);
    motion.anchors.resize(keys);
    motion.flesh.resize(motion.times.size() * handles);

    character_kind landing = *land_ticks(kind, dt);
    if (handles > 0 && options.flesh_at) {
        result<std::shared_ptr<const tissue_set>> flesh =
            options.flesh_at(landing_rate(*kind->tissue, dt));
        if (!flesh) {
            return flesh.error();
        }
        landing.tissue = *std::move(flesh);
    }
    stage scene(std::make_shared<const character_kind>(std::move(landing)), clips, clip);
    scene.step(0, dt);
    const std::size_t before = static_cast<std::size_t>(std::ceil(options.preroll / dt));
    for (std::size_t f = 0; f < before; ++f) {
        // A loop arrives at its first frame when the preroll ends.
        const std::size_t left = before - 1 - f;
        const std::size_t frame = left % std::max<std::size_t>(frames, 1);
        scene.step(
            options.loop && frames > 0 && frame > 0 ? dt * static_cast<double>(frames - frame) : 0,
            dt);
    }
    recorder recording(motion, *kind, scene);
    recording.keep(0);
    if (options.loop && frames > 0) {
        record_loop(motion, *kind, scene, dt, tell);
        weigh_flesh(motion, options.flesh_weight);
        return motion;
    }
    for (std::size_t f = 1; f <= frames; ++f) {
        scene.step(dt * static_cast<double>(f), dt);
        recording.keep(f);
        if (tell) {
            tell(f, frames);
        }
    }
    weigh_flesh(motion, options.flesh_weight);
    return motion;
}

} // namespace jounce::bake

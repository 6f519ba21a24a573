#include <jounce/modules/bake/describe_clip.hpp>

#include <algorithm>

namespace jounce::bake {
namespace {

/// Farthest that springs take an end of a bone from where the clip has it.
double swing_of(const recorded_motion& motion, const rig& bones) {
    double most = 0;
    for (std::size_t f = 0; f < motion.frame_count(); ++f) {
        const auto animated = model_pose(motion, motion.animated, f);
        const auto shown = model_pose(motion, motion.shown, f);
        for (std::size_t b = 0; b < shown.size(); ++b) {
            const vec3<double> tail =
                cast<double>(bones.tail_local[static_cast<std::size_t>(motion.bones[b].bone)]);
            most = std::max(most, length(shown[b] * tail - animated[b] * tail));
        }
    }
    return most;
}

} // namespace

baked_clip describe_clip(const recorded_motion& motion, const baked_tracks& tracks,
                         const rig& bones, double metres_per_unit) {
    baked_clip out;
    out.name = motion.clip;
    out.seconds = static_cast<double>(motion.times.back());
    out.frames = motion.frame_count();
    out.tracks = tracks.tracks.size();
    for (const baked_track& track : tracks.tracks) {
        const std::string& bone = bones.names[static_cast<std::size_t>(track.bone)];
        if (out.moved.empty() || out.moved.back() != bone) {
            out.moved.push_back(bone);
        }
    }
    out.keys_before = tracks.keys_before;
    out.keys_after = tracks.keys_after;
    out.max_error = metres_per_unit * tracks.max_error;
    out.max_swing = metres_per_unit * swing_of(motion, bones);
    out.loop = motion.loop;
    for (double* distance : {&out.loop.settling, &out.loop.blended, &out.loop.clip_gap}) {
        *distance *= metres_per_unit;
    }
    return out;
}

void add_warnings(const baked_clip& clip, double shear, bake_report& to) {
    if (shear > 1e-3) {
        to.warnings.push_back(
            "clip \"" + clip.name +
            "\": bones are scaled differently along their axes, and a turn under that shears "
            "them, which glTF cannot say: the nearest rotation and scale are written");
    }
    if (clip.loop.clip_gap > 1e-3 * to.extent) {
        to.warnings.push_back("clip \"" + clip.name +
                              "\": does not end in the pose it starts with, so it jumps "
                              "there with or without springs");
    }
}

} // namespace jounce::bake

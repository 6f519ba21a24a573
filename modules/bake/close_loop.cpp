#include <jounce/modules/bake/close_loop.hpp>

#include <jounce/modules/bake/reduce_keys.hpp>

#include <algorithm>

namespace jounce::bake {
namespace {

/// What springs add to an animated key, relative to it.
struct addition {
    vec3<double> shift;
    quat<double> turn;
    vec3<double> growth;
};

quat<double> conjugate(const quat<double>& q) { return {-q.x, -q.y, -q.z, q.w}; }

addition added(const bone_key& animated, const bone_key& shown) {
    return {cast<double>(shown.translation) - cast<double>(animated.translation),
            conjugate(normalised(cast<double>(animated.rotation))) *
                normalised(cast<double>(shown.rotation)),
            cast<double>(shown.scale) - cast<double>(animated.scale)};
}

bone_key sum(const bone_key& animated, const addition& more) {
    return {cast<float>(cast<double>(animated.translation) + more.shift),
            cast<float>(normalised(normalised(cast<double>(animated.rotation)) * more.turn)),
            cast<float>(cast<double>(animated.scale) + more.growth)};
}

/// From a to b by a share.
addition between(const addition& a, const addition& b, double share) {
    return {a.shift + share * (b.shift - a.shift), slerp(a.turn, b.turn, share),
            a.growth + share * (b.growth - a.growth)};
}

double largest_move(const std::vector<affine<double>>& a, const std::vector<affine<double>>& b,
                    const recorded_motion& motion, const rig& bones) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const vec3<double> tail =
            cast<double>(bones.tail_local[static_cast<std::size_t>(motion.bones[i].bone)]);
        most = std::max(
            {most, length(a[i].translation - b[i].translation), length(a[i] * tail - b[i] * tail)});
    }
    return most;
}

} // namespace

loop_start::loop_start(const recorded_motion& motion)
    : animated_(motion.animated.begin(),
                motion.animated.begin() + static_cast<std::ptrdiff_t>(motion.bones.size())),
      anchors_(motion.anchors.begin(),
               motion.anchors.begin() + static_cast<std::ptrdiff_t>(motion.bones.size())) {}

void loop_start::begin_period(recorded_motion& motion, std::size_t from) const {
    for (std::size_t b = 0; b < motion.bones.size(); ++b) {
        const std::size_t last = motion.at(from, b);
        const addition more = added(motion.animated[last], motion.shown[last]);
        motion.animated[b] = animated_[b];
        motion.anchors[b] = anchors_[b];
        motion.shown[b] = sum(animated_[b], more);
    }
}

void close_loop(recorded_motion& motion, const rig& bones) {
    const std::size_t frames = motion.frame_count() - 1;
    const std::vector<affine<double>> end = model_pose(motion, motion.shown, frames);
    motion.loop.clip_gap = largest_move(model_pose(motion, motion.animated, 0),
                                        model_pose(motion, motion.animated, frames), motion, bones);
    for (std::size_t b = 0; b < motion.bones.size(); ++b) {
        const std::size_t last = motion.at(frames, b);
        const addition start = added(motion.animated[b], motion.shown[b]);
        const addition stop = added(motion.animated[last], motion.shown[last]);
        for (std::size_t f = 1; f <= frames; ++f) {
            const double s = static_cast<double>(f) / static_cast<double>(frames);
            const double share = s * s * (3 - 2 * s);
            const std::size_t at = motion.at(f, b);
            addition here = added(motion.animated[at], motion.shown[at]);
            // The way from the end's addition to the start's, as far as this frame is concerned.
            const addition part = between(stop, start, share);
            here.shift = here.shift + (part.shift - stop.shift);
            here.turn = normalised(here.turn * (conjugate(stop.turn) * part.turn));
            here.growth = here.growth + (part.growth - stop.growth);
            motion.shown[at] = sum(motion.animated[at], here);
        }
    }
    const std::size_t handles = motion.flesh.size() / motion.frame_count();
    for (std::size_t h = 0; h < handles; ++h) {
        const vec3<float> gap = motion.flesh[h] - motion.flesh[frames * handles + h];
        for (std::size_t f = 1; f <= frames; ++f) {
            const float s = static_cast<float>(f) / static_cast<float>(frames);
            vec3<float>& at = motion.flesh[f * handles + h];
            at = f < frames ? at + s * s * (3 - 2 * s) * gap : motion.flesh[h];
        }
    }
    motion.loop.blended =
        largest_move(end, model_pose(motion, motion.shown, frames), motion, bones);
}

} // namespace jounce::bake

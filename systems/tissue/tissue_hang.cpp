#include <jounce/systems/tissue/tissue_two_way_kernels.hpp>

#include <jounce/systems/pose/polar_split.hpp>
#include <jounce/systems/simd/rotation_math.hpp>
#include <jounce/systems/tissue/tissue_curve.hpp>
#include <jounce/systems/tissue/tissue_result.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// The rotation of a joint, without its scale.
template <class Real> JOUNCE_INLINE rotation<Real> turn_of(const matrix<Real>& linear) {
    nearest_rotation<Real> found(linear);
#pragma GCC unroll 1
    for (int step = 0; step < nearest_rotation<Real>::steps; ++step) {
        found.step(step < nearest_rotation<Real>::scaled_steps);
    }
    return to_rotation<Real>(found.found());
}

/// Turned about a centre that goes to another place.
template <class Real>
JOUNCE_INLINE affine_lanes<Real> turned_about(const rotation<Real>& turn, const vec<Real>& from,
                                              const vec<Real>& to, const affine_lanes<Real>& what) {
    const matrix<Real> by = to_matrix(turn);
    return {by * what.linear, to + by * (what.shift - from)};
}

} // namespace

template <class Real> void tissue_hang(const tissue_view<Real>& block) noexcept {
    const basic_reactive_set<Real>& set = block.set.reactive;
    tissue_joint_past<Real>* joints = block.state.joints.data();
    for (std::size_t b = 0; b < set.bones.size(); ++b) {
        const tissue_joint_past<Real>& joint = joints[static_cast<std::size_t>(set.bones[b].joint)];
        const vec<Real> centre = splat(set.bones[b].centre);
        const affine_lanes<Real> now = load(joint.tick);
        const affine_lanes<Real> before = load(joint.tick_before);
        reactive_frame<Real>& to = block.scratch.frames.data()[b];
        store(to.turn, turn_of<Real>(now.linear));
        store(to.turn_before, turn_of<Real>(before.linear));
        store(to.centre, now.linear * centre + now.shift);
        store(to.centre_before, before.linear * centre + before.shift);
    }
    const mask<Real> own = lanes_of(block, tissue_tier::two_way);
    for (std::size_t j = 0; j < block.set.joints.size(); ++j) {
        const affine_lanes<Real> animated = load(joints[j].tick);
        store(block.scratch.animated.data()[j], animated);
        const std::int32_t carrier = set.carrier_of_joint[j];
        if (carrier < 0) {
            continue;
        }
        const std::size_t b = static_cast<std::size_t>(carrier);
        const reactive_frame<Real>& frame = block.scratch.frames.data()[b];
        const bone_correction<Real>& past = block.state.bones.data()[b].now;
        const rotation<Real> turn = load(past.turn);
        const vec<Real> start = load(frame.centre_before) + load(past.shift);
        // The bone has not moved yet in this tick; what the animation has below it has.
        const rotation<Real> back = conjugate(load(frame.turn));
        const affine_lanes<Real> hung = turned_about<Real>(turn * load(frame.turn_before) * back,
                                                           load(frame.centre), start, animated);
        const affine_lanes<Real> last = load(joints[j].tick_before);
        const bool is_carrier = set.bones[b].joint == static_cast<std::int32_t>(j);
        const affine_lanes<Real> before =
            is_carrier ? hung : turned_about<Real>(turn, load(frame.centre_before), start, last);
        store(joints[j].tick, where<Real>(own, hung, animated));
        store(joints[j].tick_before, where<Real>(own, before, last));
    }
}

JOUNCE_DEFINED(tissue_hang)

} // namespace jounce::JOUNCE_LEVEL

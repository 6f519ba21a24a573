// Lane code has a level of its own here, like every source that contains some, and an Eigen of its
// own with it.
#define JOUNCE_LEVEL collide_test
#define Eigen jounce_eigen_collide_test
#define EIGEN_FAST_MATH 0
#define EIGEN_MPL2_ONLY
#define EIGEN_NO_DEBUG

#include "support/collide_kernel.hpp"

#include <jounce/components/block/block_colliders.hpp>
#include <jounce/systems/contact/collide.hpp>

namespace jounce::test {
namespace {

namespace kernel = JOUNCE_LEVEL;

template <class Real>
void keep(const kernel::contact<Real>& from, const lane_vec3<Real>& given,
          const kernel::mask<Real>& clear, met<Real>& out) {
    kernel::store(out.position, from.out_of(kernel::load(given)));
    kernel::store(out.normal, from.normal);
    kernel::store(out.depth, from.depth);
    kernel::store<Real>(out.clear,
                        kernel::where<Real>(clear, kernel::splat(Real(1)), kernel::splat(Real(0))));
}

} // namespace

template <class Real>
void collide_ball(const collider_traits& traits, const lane_collider<Real>& before,
                  const lane_collider<Real>& now, const lane_vec3<Real>& from,
                  const lane_vec3<Real>& to, const lane<Real>& radius, met<Real>& out) {
    using kernel::load;
    lane_collider_motion<Real> motion;
    kernel::describe_reach(traits, before, now, motion);
    const kernel::num<Real> span = kernel::length<Real>(load(to) - load(from)) + load(radius);
    kernel::mask<Real> clear = kernel::ball_is_clear<Real>(motion, load(to), span);
    if (traits.shape == collider_shape::capsule) {
        kernel::describe_capsule(before, now, motion);
        clear =
            traits.inside ? clear : clear | kernel::ball_is_beside<Real>(motion, load(to), span);
    }
    keep<Real>(
        kernel::collide_ball<Real>(traits, before, now, motion, load(from), load(to), load(radius)),
        to, clear, out);
}

template <class Real>
void collide_bone(const collider_traits& traits, const lane_collider<Real>& now,
                  const lane_vec3<Real>& head, const lane_vec3<Real>& tail,
                  const lane<Real>& radius, met<Real>& out) {
    using kernel::load;
    lane_collider_motion<Real> motion;
    kernel::describe_reach(traits, now, now, motion);
    if (traits.shape == collider_shape::capsule) {
        kernel::describe_capsule(now, now, motion);
    }
    const kernel::mask<Real> clear =
        kernel::bone_is_clear<Real>(motion, load(head), load(tail), load(radius));
    keep<Real>(
        kernel::collide_bone<Real>(traits, now, now, motion, load(head), load(tail), load(radius)),
        tail, clear, out);
}

#define JOUNCE_INSTANTIATE(Real)                                                                   \
    template void collide_ball(const collider_traits&, const lane_collider<Real>&,                 \
                               const lane_collider<Real>&, const lane_vec3<Real>&,                 \
                               const lane_vec3<Real>&, const lane<Real>&, met<Real>&);             \
    template void collide_bone(const collider_traits&, const lane_collider<Real>&,                 \
                               const lane_vec3<Real>&, const lane_vec3<Real>&, const lane<Real>&,  \
                               met<Real>&);
JOUNCE_INSTANTIATE(float)
JOUNCE_INSTANTIATE(double)
#undef JOUNCE_INSTANTIATE

} // namespace jounce::test

// Lane code has a level of its own here, like every source that contains some, and an Eigen of its
// own with it.
#define JOUNCE_LEVEL collide_test
#define Eigen jounce_eigen_collide_test
#define EIGEN_FAST_MATH 0
#define EIGEN_MPL2_ONLY
#define EIGEN_NO_DEBUG

#include "support/collide_kernel.hpp"

#include <jounce/systems/detail/collide.hpp>

namespace jounce::test {
namespace {

template <class Real> void keep(const JOUNCE_LEVEL::contact<Real>& from, met<Real>& out) {
    JOUNCE_LEVEL::store(out.position, from.position);
    JOUNCE_LEVEL::store(out.normal, from.normal);
    JOUNCE_LEVEL::store(out.depth, from.depth);
}

} // namespace

template <class Real>
void collide_ball(const collider_traits& traits, const lane_collider<Real>& before,
                  const lane_collider<Real>& now, const lane_vec3<Real>& from,
                  const lane_vec3<Real>& to, const lane<Real>& radius, met<Real>& out) {
    using JOUNCE_LEVEL::load;
    keep<Real>(
        JOUNCE_LEVEL::collide_ball<Real>(traits, before, now, load(from), load(to), load(radius)),
        out);
}

template <class Real>
void collide_bone(const collider_traits& traits, const lane_collider<Real>& now,
                  const lane_vec3<Real>& head, const lane_vec3<Real>& tail,
                  const lane<Real>& radius, met<Real>& out) {
    using JOUNCE_LEVEL::load;
    keep<Real>(JOUNCE_LEVEL::collide_bone<Real>(traits, now, load(head), load(tail), load(radius)),
               out);
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

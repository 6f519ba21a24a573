#include <jounce/systems/reference/reference_pose.hpp>

#include <jounce/systems/simd/lane_math.hpp>

#include <cstddef>
#include <cstring>

namespace jounce::JOUNCE_LEVEL {
namespace {

template <class Real>
JOUNCE_INLINE void rotate_scale(const basic_spring<Real>& spring, const vec<Real>& head,
                                const vec<Real>& tail, lane_transform<Real>& out,
                                lane_mat3<Real>* linear) {
    const vec<Real> bone = tail - head;
    const num<Real> distance = length(bone);
    const mask<Real> collapsed = less_equal<Real>(distance, splat(Real(0)));
    const num<Real> safe = where<Real>(collapsed, splat(Real(1)), distance);
    const vec<Real> rest = splat(spring.rest_direction);
    const vec<Real> direction =
        where<Real>(collapsed, rest, num<Real>(splat(Real(1)) / safe) * bone);

    const rotation<Real> arc = shortest_arc(rest, direction);
    const num<Real> stretch = distance * spring.inverse_bone_length;
    store(out.rotation, arc * splat(spring.rest_rotation));
    store(out.translation, head);
    store<Real>(out.scale, stretch * spring.rest_scale);
    if (linear != nullptr) {
        store(*linear, stretch * (to_matrix(arc) * splat(spring.rest_linear)));
    }
}

template <class Real>
JOUNCE_INLINE void translate(const basic_spring<Real>& spring, const vec<Real>& tail,
                             lane_transform<Real>& out, lane_mat3<Real>* linear) {
    store(out.rotation, splat(spring.rest_rotation));
    store(out.translation, splat(spring.rest_head) + (tail - splat(spring.rest_tail)));
    store<Real>(out.scale, splat(spring.rest_scale));
    if (linear != nullptr) {
        store(*linear, splat(spring.rest_linear));
    }
}

} // namespace

template <class Real>
void reference_pose(const basic_rig<Real>& rig, const basic_spring_set<Real>& set,
                    const basic_rigid_pose<Real>& rigid, const basic_dynamic_pose<Real>& dynamic,
                    basic_bone_transforms<Real>& out) noexcept {
    const std::size_t bones = rig.parents.size();
    std::memcpy(out.bones.data(), rigid.bones.data(), bones * sizeof(lane_transform<Real>));
    if (rig.is_affine) {
        std::memcpy(out.linear.data(), rigid.linear.data(), bones * sizeof(lane_mat3<Real>));
    }
    const std::size_t count = set.springs.size();
    for (std::size_t s = 0; s < count; ++s) {
        const basic_spring<Real>& spring = set.springs.data()[s];
        const vec<Real> tail = load(dynamic.tails.data()[spring.slot]);
        lane_transform<Real>& to = out.bones.data()[spring.bone];
        lane_mat3<Real>* linear = rig.is_affine ? out.linear.data() + spring.bone : nullptr;
        if (spring.output == spring_transform::translate) {
            translate(spring, tail, to, linear);
        } else {
            rotate_scale(spring, load(dynamic.heads.data()[spring.slot]), tail, to, linear);
        }
    }
}

JOUNCE_DEFINED(reference_pose)

} // namespace jounce::JOUNCE_LEVEL

#include <jounce/systems/reference/project.hpp>

#include <jounce/systems/simd/lane_math.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {
namespace {

/// Moves a tail along the bone until the bone has its rest length; a bone without length stays.
template <class Real>
JOUNCE_INLINE vec<Real> keep_length(const vec<Real>& head, const vec<Real>& tail,
                                    Real bone_length) {
    const vec<Real> back = head - tail;
    const num<Real> distance = length(back);
    const mask<Real> has_length = less<Real>(splat(Real(1e-20)), distance);
    const num<Real> fraction = only_where<Real>(has_length, (distance - bone_length) / distance);
    return tail + fraction * back;
}

} // namespace

template <class Real>
void project(const basic_spring_set<Real>& set, const basic_rigid_pose<Real>& rigid,
             basic_reference_state<Real>& springs, basic_dynamic_pose<Real>& dynamic) noexcept {
    lane_vec3<Real>* heads = dynamic.heads.data();
    lane_vec3<Real>* tails = dynamic.tails.data();
    const affected_bone<Real>* bones = set.affected.data();
    const std::size_t affected = set.affected.size();
    for (std::size_t a = 0; a < affected; ++a) {
        if (!bones[a].is_placed) {
            heads[a] = rigid.bones.data()[bones[a].bone].translation;
            tails[a] = rigid.tails.data()[a];
        }
    }
    const std::size_t count = set.springs.size();
    for (std::size_t s = 0; s < count; ++s) {
        const basic_spring<Real>& spring = set.springs.data()[s];
        if (!spring.fixed_length) {
            tails[spring.slot] = springs.particles.data()[s].position;
        }
    }

    for (std::size_t s = 0; s < count; ++s) {
        const basic_spring<Real>& spring = set.springs.data()[s];
        vec<Real> tail = load(tails[spring.slot]);
        if (spring.fixed_length) {
            lane_vec3<Real>& position = springs.particles.data()[s].position;
            tail = keep_length(load(heads[spring.slot]), load(position), spring.bone_length);
            store(position, tail);
            store(tails[spring.slot], tail);
        }
        // Children hang on the tail; their own particles are not moved.
        for (std::int32_t c = 0; c < spring.child_count; ++c) {
            const spring_child<Real>& child = set.children.data()[spring.first_child + c];
            const vec<Real> head = tail - splat(child.offset);
            if (!bones[child.slot].is_placed) {
                store(tails[child.slot],
                      load(tails[child.slot]) + (head - load(heads[child.slot])));
            }
            store(heads[child.slot], head);
        }
    }
}

JOUNCE_DEFINED(project)

} // namespace jounce::JOUNCE_LEVEL

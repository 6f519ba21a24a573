#include <jounce/systems/stable/displace.hpp>

#include <jounce/systems/stable/bounds.hpp>
#include <jounce/systems/stable/walk.hpp>

#include <cstddef>

namespace jounce::JOUNCE_LEVEL {

template <class Real> void displace(const stable_view<Real>& block) noexcept {
    const std::size_t count = block.set.walk.size();
    for (std::size_t w = 0; w < count; ++w) {
        const walked_bone& walked = block.set.walk.data()[w];
        if (walked.spring < 0) {
            continue;
        }
        const std::size_t s = static_cast<std::size_t>(walked.spring);
        const stable_spring<Real>& spring = block.set.springs.data()[s];
        if (!(spring.radius > Real(0)) || spring.translate) {
            continue;
        }
        spring_state<Real>& state = block.state.springs.data()[s];
        const vec<Real> was = load(state.position);
        const vec<Real> is = load(block.scratch.parted.data()[s]);
        const vec<Real> moved = is - was;
        // The frame before the bend, from the bone after it.
        const vec<Real> y = load(state.deflection);
        const bent_bone<Real> bent = bend<Real>(spring, y);
        const lane_transform<Real>& bone = block.scratch.now.bones.data()[w];
        const rotation<Real> back = bent.turn * conjugate(load(bone.rotation));
        const num<Real> size = spring.length * load(block.scratch.now.scale.data()[w]);
        const mask<Real> none = less_equal<Real>(size.abs(), splat(Real(1e-12)));
        const num<Real> inverse = where<Real>(
            none, splat(Real(0)), splat(Real(1)) / where<Real>(none, splat(Real(1)), size));
        // Relative to the bent position, so that a tail that was not moved keeps every bit.
        const vec<Real> arm = bent.tail + inverse * rotate(back, moved);
        const vec<Real> put = within_bounds<Real>(spring, unbend<Real>(spring, arm));
        const mask<Real> still = less_equal<Real>(dot(moved, moved), splat(Real(0)));
        store(state.deflection, where<Real>(still, y, put));
        const vec<Real> tail =
            load(bone.translation) + size * rotate(conjugate(back), bend<Real>(spring, put).tail);
        store(state.position, where<Real>(still, was, tail));
        state.velocity = block.scratch.parted_velocity.data()[s];
    }
}

JOUNCE_DEFINED(displace)

} // namespace jounce::JOUNCE_LEVEL

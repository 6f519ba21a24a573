#include <jounce/systems/stable/tick.hpp>

#include <jounce/systems/stable/tick_block.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void tick(const stable_view<Real>& block, const tick_place<Real>& at) noexcept {
    tick_block<Real>(block, at, [&](const tick_world<Real>& world) JOUNCE_INLINED {
        if (block.rig.is_affine) {
            walk_down<true>(block, at, world);
        } else {
            walk_down<false>(block, at, world);
        }
    });
}

JOUNCE_DEFINED(tick)

} // namespace jounce::JOUNCE_LEVEL

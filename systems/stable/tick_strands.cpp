#include <jounce/systems/stable/tick_strands.hpp>

#include <jounce/systems/stable/tick_block.hpp>

namespace jounce::JOUNCE_LEVEL {

template <class Real>
void tick_strands(const strand_view<Real>& strands, const tick_place<Real>& at) noexcept {
    tick_block<Real>(strands, at, [&](const tick_world<Real>& world) JOUNCE_INLINED {
        walk_down<false>(strands, at, world);
    });
}

JOUNCE_DEFINED(tick_strands)

} // namespace jounce::JOUNCE_LEVEL

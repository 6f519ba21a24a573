#include <jounce/systems/stable/collider_ends.hpp>

namespace jounce {

template <class Real> void swap_tick_ends(basic_block_colliders<Real>& of) noexcept {
    of.tick_start.swap(of.tick_end);
}

template <class Real> void keep_frame_end(basic_block_colliders<Real>& of) {
    of.frame_start = of.frame_end;
}

template void swap_tick_ends(basic_block_colliders<float>&) noexcept;
template void swap_tick_ends(basic_block_colliders<double>&) noexcept;
template void keep_frame_end(basic_block_colliders<float>&);
template void keep_frame_end(basic_block_colliders<double>&);

} // namespace jounce

#pragma once

// Parts of kernels that are compiled once, not per level: an inline function of the standard
// library that a kernel instantiates for a newer CPU could replace that of the whole program when
// linked.

#include <jounce/components/block/block_colliders.hpp>

namespace jounce {

/// The end of the last tick becomes the start of the next.
template <class Real> void swap_tick_ends(basic_block_colliders<Real>& of) noexcept;

/// The end of this frame becomes the start of the next.
template <class Real> void keep_frame_end(basic_block_colliders<Real>& of);

} // namespace jounce
